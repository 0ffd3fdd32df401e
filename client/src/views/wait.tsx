/** A table before the game: who sits where, a link to share, and the start. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../core/api";
import { comeAs, me } from "../core/me";
import { go } from "../core/router";
import type { TableSession } from "../core/session";
import { settings } from "../core/settings";
import { allTitles } from "../core/titles";
import type { TitleRow } from "../core/types";
import { t } from "../i18n";
import type { Person, TableInfo } from "../protocol";
import { copyText } from "./clipboard";
import { clockCount } from "./home/make";
import { usePromise, useStore } from "./hooks";
import { Link } from "./link";
import { NameField } from "./name-field";
import { SeatMark } from "./seat";
import { Name, problemWords, Rich } from "./words";

/** Try something; what goes wrong is said at the table. */
async function attempted(session: TableSession, work: () => Promise<unknown>): Promise<void> {
  session.problem.set(null);
  try {
    await work();
  } catch (trouble) {
    session.trouble(trouble);
  }
}

export function WaitingRoom(props: { session: TableSession }): VNode | null {
  const { session } = props;
  const info = useStore(session.state, (state) => state.info);
  const you = useStore(session.state, (state) => state.you);
  const titles = usePromise(allTitles, "titles");
  const [name, setName] = useState(settings.value.name || t("home.traveller"));
  const known = useStore(me);
  useEffect(() => {
    document.title = t("app.name");
  }, []);
  if (!info) return null;
  const title = titles.value?.find((each) => each.id === info.title);
  const host = you !== null && info.people[you]?.name === info.host;
  const free = info.people.filter((person) => isFree(person)).length;

  const attempt = (work: () => Promise<unknown>): Promise<void> => attempted(session, work);
  const start = (): Promise<void> => attempt(() => api.start(info.id));
  const sit = (seat: number): Promise<void> =>
    attempt(async () => {
      await comeAs(known?.name ?? (name.trim() || t("home.traveller")));
      await api.join(info.id, seat);
      session.restart();
    });
  const leave = (): Promise<void> =>
    attempt(async () => {
      await api.leave(info.id);
      go("/");
    });
  return (
    <main class="wait">
      <p class="wait-top">
        <Link to="/" class="button plain">
          {t("nav.home")}
        </Link>
      </p>
      <section class="panel">
        <h1>{t("wait.title", { title: title?.name ?? info.title })}</h1>
        <Troubles session={session} />
        {you === null && known === null && <NameField class="field" name={name} onName={setName} />}
        <ul class="seats">
          {info.people.map((person) => (
            <li key={person.seat}>
              <SeatMark seat={person.seat} />
              <SeatName person={person} info={info} you={you} />
              <SeatButtons {...{ person, host, you, title, attempt }} table={info.id} onSit={sit} />
            </li>
          ))}
        </ul>
        <Status info={info} free={free} host={host} />
        <Share />
        <p class="row-of-buttons">
          {host && <TableButton words={t("wait.start")} look="strong" disabled={free > 0} onPress={start} />}
          {you !== null && <TableButton words={t("wait.leave")} look="plain" onPress={leave} />}
        </p>
      </section>
    </main>
  );
}

function TableButton(props: { words: string; look: string; disabled?: boolean; onPress: () => void }): VNode {
  return (
    <button
      type="button"
      class={`button ${props.look}`}
      disabled={props.disabled ?? false}
      onClick={props.onPress}
    >
      {props.words}
    </button>
  );
}

function Troubles(props: { session: TableSession }): VNode {
  const problem = useStore(props.session.problem);
  const lost = useStore(props.session.connection, (connection) => connection === "lost");
  return (
    <>
      {lost && <p class="notice">{t("conn.lost")}</p>}
      {problem && (
        <p class="problem" role="alert">
          {problemWords(problem)}
        </p>
      )}
    </>
  );
}

/** What the table waits for, whose it is, and how much time a turn has. */
function Status(props: { info: TableInfo; free: number; host: boolean }): VNode {
  const { info, free, host } = props;
  return (
    <p class="quiet" role="status">
      {free > 0 ? t("wait.seats", { count: free }) : t("wait.full")}{" "}
      {!host && info.host && <Rich of="wait.host" gaps={{ host: <Name of={info.host} /> }} />}{" "}
      {t(`wait.clock.${info.clock.kind}`, { count: clockCount(info.clock) })}
    </p>
  );
}

function isFree(person: Person): boolean {
  return person.name === null && person.bot === null;
}

function SeatName(props: { person: Person; info: TableInfo; you: number | null }): VNode {
  const { person, info, you } = props;
  if (isFree(person)) return <span class="quiet">{t("wait.free")}</span>;
  if (person.bot) return <span>{t("make.bot", { bot: person.bot })}</span>;
  return (
    <span>
      <b>
        <Name of={person.name ?? ""} />
      </b>{" "}
      {person.seat === you && <small class="tag">{t("seat.you")}</small>}
      {person.name === info.host && <small class="tag">{t("wait.host.mark")}</small>}
      {!person.here && <small class="tag">{t("seat.away")}</small>}
    </span>
  );
}

function SeatButtons(props: {
  person: Person;
  host: boolean;
  you: number | null;
  title: TitleRow | undefined;
  table: string;
  attempt: (work: () => Promise<unknown>) => void;
  onSit: (seat: number) => void;
}): VNode {
  const { person, host, you, title, table, attempt } = props;
  const setBot = (bot: string | null): void => attempt(() => api.seatBot(table, person.seat, bot));
  return (
    <span class="seat-buttons">
      {you === null && isFree(person) && (
        <button type="button" class="button strong" onClick={() => props.onSit(person.seat)}>
          {t("wait.sit")}
        </button>
      )}
      {host && isFree(person) && (
        <select aria-label={t("wait.fill")} value="" onChange={(event) => setBot(event.currentTarget.value)}>
          <option value="" disabled>
            {t("wait.fill")}
          </option>
          {title?.bots.map((bot) => (
            <option key={bot} value={bot}>
              {t("make.bot", { bot })}
            </option>
          ))}
        </select>
      )}
      {host && person.name !== null && person.seat !== you && (
        <button
          type="button"
          class="button plain"
          aria-label={t("wait.remove.who", { name: person.name })}
          onClick={() => attempt(() => api.remove(table, person.seat))}
        >
          {t("wait.remove")}
        </button>
      )}
      {host && person.bot !== null && (
        <button type="button" class="button plain" onClick={() => setBot(null)}>
          {t("wait.empty")}
        </button>
      )}
    </span>
  );
}

function Share(): VNode {
  const [copied, setCopied] = useState(false);
  return (
    <div class="share">
      <label class="field wide">
        <span>{t("wait.share")}</span>
        <input readOnly value={location.href} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="button" onClick={async () => setCopied(await copyText(location.href))}>
        {copied ? t("wait.copied") : t("wait.copy")}
      </button>
    </div>
  );
}
