/** The titles of this site, and how their boards are drawn: asked for when they are needed, once. */

import type { BoardGeometry } from "../board/types";
import { LANGUAGE } from "../i18n";
import { api } from "./api";
import type { TitleRow } from "./types";

/** All titles, in the site's order and the page's language. */
export const allTitles = once<TitleRow[]>(() => api.titles(LANGUAGE));

/** How a title's board looks. */
export const drawingOf = once<BoardGeometry>(api.drawing);

/** A question that is put once for each title; what failed is asked again. */
function once<T>(ask: (title: string) => Promise<T>): (title?: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (title = "") => {
    const found = known.get(title) ?? ask(title);
    known.set(title, found);
    found.catch(() => known.delete(title));
    return found;
  };
}
