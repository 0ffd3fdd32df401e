/** What people say at the table. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { useStore } from "../hooks";
import { Scroller } from "../scroller";
import { Name } from "../words";
import { useGame } from "./context";

const LONGEST = 500;

export function Chat(): VNode {
  const { session } = useGame();
  const lines = useStore(session.state, (state) => state.chat);
  const seated = useStore(session.state, (state) => state.you !== null);
  const [text, setText] = useState("");
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [lines]);
  return (
    <div class="chat">
      <Scroller class="chat-lines" label={t("panel.chat")}>
        <ul aria-live="polite">
          {lines.length === 0 && <li class="quiet small">{t("chat.none")}</li>}
          {lines.map((line) => (
            <li key={line.id}>
              <b>
                <Name of={line.name} />
              </b>{" "}
              <span dir="auto">{line.text}</span>
            </li>
          ))}
          <li ref={end} aria-hidden="true" />
        </ul>
      </Scroller>
      {seated ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() && session.say(text.trim())) setText("");
          }}
        >
          <input
            value={text}
            maxLength={LONGEST}
            placeholder={t("chat.say")}
            aria-label={t("chat.say")}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {t("chat.send")}
          </button>
        </form>
      ) : (
        <p class="quiet small">{t("chat.closed")}</p>
      )}
    </div>
  );
}
