/** The page begins here. */

import "./styles/index.css";
import { render } from "preact";
import { followAddress } from "./core/router";
import { allowSound } from "./core/sound";
import { LANGUAGE, learn } from "./i18n";
import { App } from "./views/app";

const root = document.getElementById("app");
document.documentElement.lang = LANGUAGE;
followAddress();
allowSound();
await learn("common", "home");
if (root) render(<App />, root);
