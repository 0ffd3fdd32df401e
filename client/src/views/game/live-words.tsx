/** What a screen reader says: whose turn it is, and what has just happened. */

import type { VNode } from "preact";
import { useStore } from "../hooks";
import { useGame } from "./context";
import { entryWords, tellerOf } from "./tell";
import { turnWords } from "./top-bar";

export function LiveWords(): VNode {
  const { session, atlas } = useGame();
  const state = useStore(session.state);
  const last = state.log.at(-1);
  return (
    <div class="sr" role="status" aria-live="polite" data-live>
      {last && entryWords(last, tellerOf(state, atlas))} {turnWords(state)}
    </div>
  );
}
