/** The first page: who you are, one click to a game, tables of others and your own. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../core/api";
import { comeAs, greet, me } from "../../core/me";
import { go } from "../../core/router";
import { settings } from "../../core/settings";
import { allTitles } from "../../core/titles";
import type { TitleRow } from "../../core/types";
import { t, told } from "../../i18n";
import { usePromise, useStore } from "../hooks";
import { NameField } from "../name-field";
import { Icon } from "../symbols";
import { problemWords } from "../words";
import { LobbyLists, YourTables } from "./lists";
import { MakeTable } from "./make";
import { TitlePicture } from "./picture";

/** How many bots sit against a person who wants to play at once. */
const RIVALS = 2;

export function Home(): VNode {
  const known = useStore(me);
  const [name, setName] = useState(settings.value.name || t("home.traveller"));
  const [problem, setProblem] = useState<unknown>(null);
  const titles = usePromise(allTitles, "titles");
  useEffect(() => {
    greet().then((found) => found && setName(found.name), setProblem);
    document.title = t("app.name");
  }, []);

  /** Do something as the person whose name is in the field, then go to the table. */
  async function asMe(make: () => Promise<string>): Promise<void> {
    setProblem(null);
    try {
      await comeAs(name.trim() || t("home.traveller"));
      go(`/t/${await make()}`);
    } catch (trouble) {
      setProblem(trouble);
    }
  }

  const wrong = problem ?? titles.problem;
  return (
    <div class="home">
      <header class="home-head">
        <h1 class="wordmark">{t("app.name")}</h1>
        <p>{t("home.hello")}</p>
        <NameField
          class="name-field"
          name={name}
          fixed={known !== null && known.kind !== "guest"}
          hint={t("home.name.hint")}
          onName={setName}
        />
      </header>
      <main class="home-main">
        {wrong !== null && (
          <p class="problem" role="alert">
            {problemWords(wrong)}
          </p>
        )}
        <section class="titles" aria-label={t("home.play")}>
          {titles.value?.map((title) => (
            <TitleCard key={title.id} title={title} onPlay={() => asMe(() => againstBots(title))} />
          ))}
        </section>
        <div class="home-columns">
          <YourTables who={known} titles={titles.value ?? []} />
          <LobbyLists titles={titles.value ?? []} onJoin={(table) => asMe(() => joined(table))} />
          {titles.value && (
            <MakeTable
              titles={titles.value}
              onMake={(wish) => asMe(async () => (await api.create(wish)).id)}
            />
          )}
        </div>
        <p class="quiet small">{t("home.about")}</p>
      </main>
    </div>
  );
}

async function joined(table: string): Promise<string> {
  await api.join(table, null);
  return table;
}

async function againstBots(title: TitleRow): Promise<string> {
  const rivals = Math.min(RIVALS, title.most_seats - 1);
  const bot = title.bots.includes("greedy") ? "greedy" : (title.bots[0] ?? "random");
  const table = await api.create({
    title: title.id,
    seats: ["me", ...Array<string>(rivals).fill(bot)],
    public: false,
    advice: false,
  });
  await api.start(table.id);
  return table.id;
}

function playersWords(title: TitleRow): string {
  const { fewest_seats: fewest, most_seats: most } = title;
  return fewest === most ? t("home.players.all", { count: most }) : t("home.players", { fewest, most });
}

function TitleCard(props: { title: TitleRow; onPlay: () => void }): VNode {
  const { title } = props;
  return (
    <button type="button" class="title-card" data-title={title.id} onClick={props.onPlay}>
      <TitlePicture picture={title.picture} />
      <span class="title-name">{title.name}</span>
      <span class="title-line">{told(title.about)}</span>
      <span class="title-foot">
        <span class="quiet">{playersWords(title)}</span>
        <span class="play-mark">
          <Icon name="play" />
          {t("home.play")}
        </span>
      </span>
    </button>
  );
}
