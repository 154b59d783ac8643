import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { z } from "zod";
import { takeLock } from "./lock";

const CLIENT_SOURCES = ["prisma/schema.prisma", "prisma.config.ts", "package-lock.json"];
// Sources of the app. Leaves out public/: it is served as it is, and a build writes public/scripts.
const APP_SOURCES = [
  ...["app", "components", "lib", "instrumentation.ts", "proxy.ts"],
  ...["next.config.mjs", "postcss.config.mjs", "tsconfig.json"],
];
const CLIENT_MARK = "prisma/client/.built-from";
// Mark of a finished build. Next empties this folder before building (except .next/cache), so an interrupted build
// leaves no mark.
const APP_MARK = ".next/.built-from";
const APP_HASHED = [...CLIENT_SOURCES, ...APP_SOURCES];
const FRONT_FOLDER = ".next/front";
const FRONT_SOURCES = ["server", "lib", "tsconfig.json"];
const FRONT_HASHED = [...CLIENT_SOURCES, ...FRONT_SOURCES];
const FRONT_MARK = `${FRONT_FOLDER}/.built-from`;

/** Generates the Prisma client when it is missing or belongs to another schema. */
export async function ensureClient(signal?: AbortSignal): Promise<void> {
  await ensure(CLIENT_MARK, CLIENT_SOURCES, async () => {
    await run("prisma/build/index.js", ["generate"], signal);
  });
}

/**
 * Builds the app and the server unless a build of exactly these sources exists. Of processes that start together one
 * builds and the others wait. A build never connects to the database: pages read it when requested. Throws with the
 * build's output.
 */
export async function ensureBuilt(signal?: AbortSignal): Promise<void> {
  await ensureClient(signal);
  await ensure(APP_MARK, APP_HASHED, async () => {
    console.log("Building the app (once for each state of its sources) ...");
    const startedAt = Date.now();
    await run("next/dist/bin/next", ["build"], signal);
    console.log(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  });
  await ensure(FRONT_MARK, FRONT_HASHED, bundleServer);
}

/** Checks that app and server were built from exactly these sources. */
export async function isBuilt(): Promise<boolean> {
  return (await isMadeOf(APP_MARK, APP_HASHED)) && (await isMadeOf(FRONT_MARK, FRONT_HASHED));
}

const Package = z.object({ dependencies: z.record(z.string(), z.string()) });

/**
 * Bundles the server as JavaScript: it starts sooner, uses less memory and answers faster than when translated while
 * running. Packages are not bundled.
 */
async function bundleServer(): Promise<void> {
  const { build } = await import("esbuild");
  await rm(FRONT_FOLDER, { recursive: true, force: true });
  const { dependencies } = Package.parse(JSON.parse(await readFile("package.json", "utf8")));
  await build({
    entryPoints: ["server/start.ts", "server/build.ts"],
    outdir: FRONT_FOLDER,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // Gives modules that lazily loaded code shares with the rest one instance.
    splitting: true,
    // Bundles `countries-list`: its JSON file would need an import that Node 20 warns about.
    external: Object.keys(dependencies).filter((name) => name !== "countries-list"),
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
}

export function readBuildId(): Promise<string> {
  return readFile(".next/BUILD_ID", "utf8");
}

/** Paths under which the files of the build are served. */
export async function readAssets(): Promise<ReadonlySet<string>> {
  const [built, own] = await Promise.all([listFiles(".next/static"), listFiles("public")]);
  return new Set([
    ...built.map((file) => file.replace(/^\.next/, "/_next")),
    ...own.map((file) => file.replace(/^public/, "")),
  ]);
}

async function ensure(mark: string, sources: string[], make: () => Promise<void>): Promise<void> {
  if (await isMadeOf(mark, sources)) return;
  const unlock = await takeLock(resolve(mark));
  try {
    const hash = await hashFiles(sources);
    if ((await readMark(mark)) === hash) return;
    await rm(mark, { force: true });
    await make();
    await writeFile(mark, hash);
  } finally {
    await unlock();
  }
}

async function isMadeOf(mark: string, sources: string[]): Promise<boolean> {
  const made = await readMark(mark);
  return made !== null && made === (await hashFiles(sources));
}

function readMark(mark: string): Promise<string | null> {
  return readFile(mark, "utf8").catch(() => null);
}

/** Hashes the content of files and folders; missing ones count as empty. */
async function hashFiles(paths: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await listFiles(path))
      hash
        .update(`${file}\0`)
        // Each start reads them all: a thousand promises would take ten times the time.
        .update(readFileSync(file))
        .update("\0");
  }
  return hash.digest("hex");
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return found ? [path] : [];
  const children = await Promise.all((await readdir(path)).sort().map((name) => listFiles(join(path, name))));
  return children.flat();
}

/** Runs a package's program in a separate Node process; an error carries its output. */
function run(program: string, args: string[], signal: AbortSignal | undefined): Promise<void> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: "postgresql://build@127.0.0.1:1/none",
    NEXT_TELEMETRY_DISABLED: "1",
    CHECKPOINT_DISABLE: "1",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
  };
  const script = createRequire(import.meta.url).resolve(program);
  const child = spawn(process.execPath, [script, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((done, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? done() : reject(new Error(`"${args.join(" ")}" failed:\n${output.trim()}`)),
    );
  });
}
