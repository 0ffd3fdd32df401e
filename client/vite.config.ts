/** How the client is built and its unit tests run. */

import { defineConfig } from "vitest/config";
import words from "../src/branchline/catalogue/en/page.json" with { type: "json" };

/** The words of the page around the client come from the catalogue too. */
const filled = {
  name: "words-of-the-page",
  transformIndexHtml: (html: string): string =>
    Object.entries(words).reduce((page, [key, text]) => page.replace(`{${key}}`, text), html),
};

export default defineConfig({
  plugins: [filled],
  build: {
    // Into the server's package, so that an installed server brings its pages along.
    outDir: "../src/branchline/server/pages",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: fonts
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } }, // on a busy machine they are noise
  },
  test: { testTimeout: 120_000, setupFiles: ["tests/setup.ts"], include: ["tests/**/*.test.{ts,tsx}"] },
});
