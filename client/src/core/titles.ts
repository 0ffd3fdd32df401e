/** The titles of this site, and how their boards are drawn. */

import type { BoardGeometry } from "../board/types";
import { LANGUAGE } from "../i18n";
import { api } from "./api";
import { once } from "./once";
import type { TitleRow } from "./types";

const titlesIn = once<TitleRow[]>(api.titles);

/** All titles, in the site's order and the page's language. */
export const allTitles = (): Promise<TitleRow[]> => titlesIn(LANGUAGE);

/** How a title's board looks. */
export const drawingOf = once<BoardGeometry>(api.drawing);
