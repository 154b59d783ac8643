import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { SITE_PAGES } from "./site-pages";

const LIMITS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
const SCRIPT_KB = 20;
const PAGES = ["home", "product", "country", "compare", "docs"];

// npm run lighthouse -- --url http://127.0.0.1:3000 [--page home]... Prints Lighthouse's mobile scores; exits with 1
// when one misses its limit.
const { values } = parseArgs({
  options: {
    url: { type: "string", default: process.env.BASE_URL ?? "http://127.0.0.1:3000" },
    page: { type: "string", multiple: true, default: PAGES },
    chromium: { type: "string", default: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" },
  },
});

const chrome = await launch({ chromePath: values.chromium, chromeFlags: ["--headless=new", "--no-sandbox"] });
let isGood = true;
try {
  for (const name of values.page) {
    const path = SITE_PAGES[name];
    if (path === undefined) throw new Error(`There is no page "${name}"`);
    const url = new URL(path, values.url).href;
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: Object.keys(LIMITS), logLevel: "error" });
    if (!result) throw new Error(`no result for ${url}`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message} (Is the product running? npm start)`);
    const scores = Object.entries(LIMITS).map(([category, limit]) => {
      const score = Math.round(100 * (categories[category]?.score ?? 0));
      if (score < limit) isGood = false;
      return `${category} ${score}${score < limit ? ` (below ${limit})` : ""}`;
    });
    const times = [
      "first-contentful-paint",
      "largest-contentful-paint",
      "total-blocking-time",
      "cumulative-layout-shift",
    ];
    const scriptKb = await weighScripts(result.lhr);
    if (scriptKb > SCRIPT_KB) isGood = false;
    console.log(`${name.padEnd(10)} ${scores.join(", ")}, JavaScript ${scriptKb.toFixed(1)} kB gzip`);
    console.log(`${"".padEnd(10)} ${times.map((id) => `${id} ${audits[id]?.displayValue ?? "?"}`).join(", ")}`);
    for (const category of Object.values(categories)) {
      for (const { id, weight } of category.auditRefs) {
        const audit = audits[id];
        if (weight > 0 && audit?.score != null && audit.score < (category.id === "performance" ? 0.9 : 1))
          console.log(`${"".padEnd(10)} ${category.id}: ${audit.title} ${audit.displayValue ?? ""}`);
      }
    }
  }
} finally {
  chrome.kill();
}
process.exitCode = isGood ? 0 : 1;

async function weighScripts({ audits }: Result): Promise<number> {
  const { details } = audits["network-requests"] ?? {};
  const requests = details?.type === "table" ? details.items : [];
  const urls = requests.filter(({ resourceType }) => resourceType === "Script").map(({ url }) => String(url));
  const bodies = await Promise.all(urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
  return bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0) / 1000;
}
