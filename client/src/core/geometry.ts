/** How a board looks: fetched when it is needed, once. */

import type { BoardGeometry } from "../board/types";

const FILES = import.meta.glob<string>("../../boards/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

const known = new Map<string, Promise<BoardGeometry>>();

export function geometryOf(title: string): Promise<BoardGeometry> {
  const found = known.get(title) ?? fetched(title);
  known.set(title, found);
  found.catch(() => known.delete(title));
  return found;
}

async function fetched(title: string): Promise<BoardGeometry> {
  const address = FILES[`../../boards/${title}.json`];
  if (!address) throw new Error(`there is no drawing of the board ${title}`);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the drawing of the board ${title} did not come`);
  return (await answer.json()) as BoardGeometry;
}
