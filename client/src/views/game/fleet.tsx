/** Choosing the fleet: so many trains, the rest ships. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import type { ChooseFleet as FleetAction } from "../../protocol";
import { Icon } from "../symbols";
import { useGame } from "./context";

export function ChooseFleet(): VNode {
  const { desk, atlas } = useGame();
  const { advised_trains: advised, fleet } = atlas.facts.pieces;
  const ways = desk.legal.filter((action): action is FleetAction => action.do === "choose_fleet");
  const trains = ways.map((way) => way.trains);
  const [picked, setPicked] = useState(advised);
  const chosen = ways.find((way) => way.trains === picked);
  return (
    <section class="task" aria-labelledby="fleet" data-choose="fleet">
      <h2 id="fleet">
        {t("fleet.title")} <small class="quiet">{fleetWords(advised, fleet - advised)}</small>
      </h2>
      <div class="fleet">
        <b>
          <Icon name="train" />
          {t("fleet.trains", { count: chosen?.trains ?? 0 })}
        </b>
        <input
          type="range"
          aria-label={t("fleet.label")}
          min={Math.min(...trains)}
          max={Math.max(...trains)}
          value={picked}
          onInput={(event) => setPicked(Number(event.currentTarget.value))}
        />
        <b>
          <Icon name="ship" />
          {t("fleet.ships", { count: chosen?.ships ?? 0 })}
        </b>
      </div>
      <p class="row-of-buttons">
        <button
          type="button"
          class="button strong"
          data-do="fleet"
          disabled={!chosen}
          onClick={() => chosen && desk.send(chosen)}
        >
          {t("fleet.do")}
        </button>
      </p>
    </section>
  );
}

function fleetWords(trains: number, ships: number): string {
  return t("fleet.advised", {
    trains: t("fleet.trains", { count: trains }),
    ships: t("fleet.ships", { count: ships }),
  });
}
