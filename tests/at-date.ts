import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getProgram } from "./support/needs";

// npm run test:date -- 2028-02-29: tests of the API on another day; +400 for a day in 400 days, and any command after it. Every
// process below has that day, PostgreSQL and those without an environment too: their linker preloads Debian's faketime, by
// files that are bound over in a mount namespace of their own. The clock of the machine stays, and so do timers.

const MS_PER_DAY = 86_400_000;
/** Redis hangs with the library, so that its tests are left out. */
const BIND = `
  if redis=$(command -v redis-server); then mount --bind /dev/null "$redis"; fi
  mount --bind "$0/preload" /etc/ld.so.preload && mount --bind "$0/faketimerc" /etc/faketimerc && exec "$@"`;

const API = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project=api*"];

const [wanted = "", ...given] = process.argv.slice(2);
const command = given.length > 0 ? given : API;
const library = readdirSync("/usr/lib")
  .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
const seconds = readShift(wanted);
if (seconds === null) fail("usage: npm run test:date -- YYYY-MM-DD|+DAYS|-DAYS [COMMAND...]");
if (library === undefined) fail("There is no libfaketime: apt-get install faketime.");
if (process.getuid?.() !== 0) fail("Another date needs root, for a mount namespace.");

const folder = mkdtempSync(join(tmpdir(), "price-atlas-date-"));
writeFileSync(join(folder, "preload"), `${library}\n`);
writeFileSync(join(folder, "faketimerc"), `${seconds < 0 ? "" : "+"}${seconds}\n`);
// Only an existing file can be bound over.
for (const path of ["/etc/ld.so.preload", "/etc/faketimerc"]) appendFileSync(path, "");
const { status } = spawnSync(getProgram("unshare"), ["--mount", "sh", "-c", BIND, folder, ...command], {
  stdio: "inherit",
  env: {
    ...process.env,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Otherwise waits by the monotonic clock end too late or at once: a page of a browser took a minute.
    FAKETIME_FORCE_MONOTONIC_FIX: "0",
  },
});
rmSync(folder, { recursive: true });
process.exit(status ?? 1);

/** Seconds from today to the same time of that day; null for what is no day. */
function readShift(day: string): number | null {
  if (/^[+-]\d{1,5}$/.test(day)) return (Number(day) * MS_PER_DAY) / 1000;
  const today = new Date().toISOString().slice(0, 10);
  const shift = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) - Date.parse(today) : Number.NaN;
  return Number.isNaN(shift) ? null : shift / 1000;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
