import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { SITE_PAGES } from "./site-pages";

type Finding = { sentence: string; figures: string };

// npm run findings -- --url http://127.0.0.1:3000: prints each sentence about figures with the figures below it, for
// review.
const { values } = parseArgs({
  options: {
    url: { type: "string", default: process.env.BASE_URL ?? "http://127.0.0.1:3000" },
    chromium: { type: "string", default: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" },
  },
});

const browser = await chromium.launch({ executablePath: values.chromium, args: ["--no-sandbox"] });
const page = await browser.newPage();
// tsx compiles inner functions into calls of a helper that pages do not have.
await page.evaluate("globalThis.__name = (named) => named");
const sitemap = await (await page.request.get(`${values.url}/sitemap.xml`)).text();
const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
const paths = [...new Set([...listed, ...Object.values(SITE_PAGES)])].filter((path) => !path.startsWith("/docs"));
for (const path of paths) {
  const response = await page.request.get(values.url + path);
  if (response.status() >= 500) throw new Error(`${path}: ${response.status()}`);
  const findings = await readFindings(page, await response.text());
  console.log(`\n${path}`);
  for (const { sentence, figures } of findings) console.log(`  ${sentence}${figures && `\n      ${figures}`}`);
}
await browser.close();

function readFindings(page: Page, html: string): Promise<Finding[]> {
  return page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "text/html");
    const plain = (element: Element | null) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
    const head = [plain(document.querySelector("main h1")), plain(document.querySelector("main .deck"))];
    const figures = [...document.querySelectorAll("figure.data-figure")].map((figure) => {
      const rows = [...figure.querySelectorAll("tbody tr")].slice(0, 2);
      const cells = rows.map((row) => [...row.children].map(plain).filter(Boolean).join(", "));
      const call = plain(figure.querySelector(".endpoint code"));
      const head = [...figure.querySelectorAll(".data-figure-head > *")].map(plain).join(" — ");
      return { sentence: head, figures: [call, ...cells].join(" | ") };
    });
    return [{ sentence: head.filter(Boolean).join(" — "), figures: "" }, ...figures];
  }, html);
}
