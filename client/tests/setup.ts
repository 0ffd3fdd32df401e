/** Tests know the words of all rooms. */

import { learn } from "../src/i18n";

await learn("common", "home", "table");
