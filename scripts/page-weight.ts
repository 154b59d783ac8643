import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright";
import { SITE_PAGES } from "./site-pages";

const BUDGET_KB = 20;

// npm run page-weight -- --url http://127.0.0.1:3000: measures first-load JavaScript, gzipped. Exits with 1 when a
// page exceeds its budget or fails.
const { values } = parseArgs({
  options: {
    url: { type: "string", default: process.env.BASE_URL ?? "http://127.0.0.1:3000" },
    chromium: { type: "string", default: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" },
  },
});

const browser = await chromium.launch({ executablePath: values.chromium, args: ["--no-sandbox"] });
const toKb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);
let isGood = true;
console.log(`${"page".padEnd(18)} script kB  html kB  css kB   (gzip; script budget ${BUDGET_KB} kB)`);
for (const [name, path] of Object.entries(SITE_PAGES)) {
  const page = await browser.newPage();
  const bytes = { script: 0, document: 0, stylesheet: 0 };
  const foreign: string[] = [];
  const reads: Promise<void>[] = [];
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(values.url).origin)
      foreign.push(request.url());
  });
  page.on("response", (response) => {
    const type = response.request().resourceType();
    if (type !== "script" && type !== "document" && type !== "stylesheet") return;
    reads.push(
      response.body().then((body) => {
        bytes[type] += gzipSync(body).length;
      }),
    );
  });
  await page.goto(new URL(path, values.url).href, { waitUntil: "networkidle" });
  await Promise.all(reads);
  await page.close();
  const isOver = bytes.script > BUDGET_KB * 1000;
  if (isOver || foreign.length > 0) isGood = false;
  const notes = [...(isOver ? ["OVER BUDGET"] : []), ...foreign.map((url) => `ASKS ${url}`)].join("  ");
  console.log(
    `${name.padEnd(18)} ${toKb(bytes.script)} ${toKb(bytes.document)} ${toKb(bytes.stylesheet)}   ${notes}`.trimEnd(),
  );
}
await browser.close();
process.exitCode = isGood ? 0 : 1;
