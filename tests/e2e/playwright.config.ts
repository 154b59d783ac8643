import { existsSync } from "node:fs";
import { defineConfig } from "playwright/test";

// The headless shell first: it takes less than half of the processor time of a whole browser.
const CANDIDATES = [
  ...[process.env.CHROMIUM_PATH, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"],
  ...["/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  ...[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
];
const executablePath = CANDIDATES.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) {
  if (process.env.CI) throw new Error("CI needs Chromium for the browser tests");
  console.warn("Browser tests skipped: no Chromium on this machine (set CHROMIUM_PATH to one).");
}

export default defineConfig({
  testDir: ".",
  testMatch: executablePath === undefined ? [] : "**/*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: "../../test-results",
  // More than processors: some tests wait.
  workers: 3,
  fullyParallel: true,
  // What passes only the second time is named at the end of npm test.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: "chromium",
    // Set by the global set-up, before the workers read this file.
    baseURL: process.env.BASE_URL ?? "",
    ...(executablePath && {
      launchOptions: {
        executablePath,
        args: [
          ...["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
          ...["--disable-quic", "--no-first-run"],
        ],
      },
    }),
  },
});
