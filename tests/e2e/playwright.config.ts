import { defineConfig } from "playwright/test";
import { findChromium } from "../support/chromium";

const chromium = await findChromium();

export default defineConfig({
  testDir: ".",
  testMatch: chromium === null ? [] : "**/*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: "../../test-results",
  // More than processors: some tests wait.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Waits are for a state. What takes longer hangs, on a machine that is busy with other things too.
  timeout: 900_000,
  expect: { timeout: 240_000 },
  use: {
    browserName: "chromium",
    // Set by the global set-up before the workers read this file.
    baseURL: process.env.BASE_URL ?? "",
    // Otherwise colours of another theme arrive slowly.
    contextOptions: { reducedMotion: "reduce" },
    ...(chromium && {
      launchOptions: {
        executablePath: chromium.executablePath,
        ...(chromium.env && { env: { ...process.env, ...chromium.env } }),
        args: [
          "--no-sandbox",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-quic",
          "--no-first-run",
        ],
      },
    }),
  },
});
