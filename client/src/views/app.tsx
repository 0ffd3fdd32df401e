/** The page that belongs to the address. */

import type { VNode } from "preact";
import { lazy, Suspense } from "preact/compat";
import { place } from "../core/router";
import { learn, type Room, t } from "../i18n";
import { Home } from "./home/home";
import { useStore } from "./hooks";
import { Link } from "./link";

const TablePage = lazy(() => inRoom("table", () => import("./table")));
const ConfirmPage = lazy(() => import("./confirm"));
const ReplayPage = lazy(() => inRoom("table", () => import("./replay/replay")));

/** A page, once its words are learned. */
async function inRoom<Page>(room: Room, page: () => Promise<Page>): Promise<Page> {
  const [found] = await Promise.all([page(), learn(room)]);
  return found;
}

export function App(): VNode {
  const here = useStore(place);
  return <Suspense fallback={<p class="quiet centred">{t("conn.connecting")}</p>}>{pageAt()}</Suspense>;

  function pageAt(): VNode {
    switch (here.page) {
      case "home":
        return <Home />;
      case "table":
        return <TablePage key={here.id} id={here.id} />;
      case "replay":
        return <ReplayPage key={here.id} id={here.id} />;
      case "confirm":
        return <ConfirmPage />;
      case "nowhere":
        return <Nowhere />;
    }
  }
}

function Nowhere(): VNode {
  return (
    <main class="centred">
      <h1>{t("nowhere")}</h1>
      <Link to="/">{t("nav.home")}</Link>
    </main>
  );
}
