/** How the client is built and its unit tests run. */

import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    // Into the server's package, so that an installed server brings its pages along.
    outDir: "../src/branchline/server/pages",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: fonts
    modulePreload: { polyfill: false },
  },
  test: { include: ["tests/**/*.test.{ts,tsx}", "src/**/*.test.{ts,tsx}"] },
});
