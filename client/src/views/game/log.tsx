/** What has happened, newest first, in words and symbols. */

import type { VNode } from "preact";
import { t } from "../../i18n";
import { useStore } from "../hooks";
import { useGame } from "./context";
import { entryWords, tellerOf } from "./tell";

/** So many entries are drawn; the record has all. */
const SHOWN = 120;

export function Log(): VNode {
  const { session, atlas } = useGame();
  const state = useStore(session.state);
  const teller = tellerOf(state, atlas);
  const entries = state.log.slice(-SHOWN).reverse();
  if (entries.length === 0) return <p class="quiet small">{t("log.none")}</p>;
  return (
    <ol class="log" aria-label={t("panel.log")}>
      {entries.map((entry) => {
        const words = entryWords(entry, teller);
        if (words.length === 0) return null;
        return (
          <li key={entry.version}>
            {words.map((sentence) => (
              <span key={sentence.key} class="log-line">
                {sentence}
              </span>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
