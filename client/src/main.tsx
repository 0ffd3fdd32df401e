/** The page begins here. */

import "./styles/index.css";
import { render } from "preact";
import { followAddress } from "./core/router";
import { allowSound } from "./core/sound";
import { learn } from "./i18n";
import { App } from "./views/app";

const root = document.getElementById("app");
followAddress();
allowSound();
await learn("common", "home");
if (root) render(<App />, root);
