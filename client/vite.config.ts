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
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } }, // on a busy machine they are noise
  },
  test: { testTimeout: 120_000, setupFiles: ["tests/setup.ts"], include: ["tests/**/*.test.{ts,tsx}"] },
});
