export type Program = {
  title: string;
  note: string;
  language: "JavaScript" | "Power Query" | "Python" | "R" | "SQL" | "Sheets" | "YAML" | "curl";
  code: string;
};

/** Examples that tests/api/docs-programs.test.ts runs. `base`: public address. */
export const writeExamples = (base: string) =>
  ({
    key: {
      title: "Ask with a key",
      note: "your limit, what is left, 30 days",
      language: "curl",
      code: `curl -H "x-api-key: $PRICE_ATLAS_KEY" "${base}/api/key"`,
    },
    pages: {
      title: "Read every page",
      note: "Node 20, browsers",
      language: "JavaScript",
      code: `const prices = [];
let next = "${base}/api/prices?country=TR&page_size=200";
while (next !== null) {
  const response = await fetch(next);
  if (!response.ok) throw new Error((await response.json()).detail);
  const { data, links } = await response.json();
  prices.push(...data);
  next = links.next;
}
console.log(prices.length, "prices in Türkiye");`,
    },
    condition: {
      title: "Ask only for what is new",
      note: "a 304 costs nothing",
      language: "JavaScript",
      code: `const url = "${base}/api/countries";
const first = await fetch(url);
const etag = first.headers.get("etag");
const again = await fetch(url, { headers: { "If-None-Match": etag } });
console.log(again.status === 304 ? "nothing new" : await again.json());`,
    },
    sync: {
      title: "Keep a copy",
      note: "run it every night",
      language: "JavaScript",
      code: `import { existsSync, readFileSync, writeFileSync } from "node:fs";

const url = "${base}/api/export?dataset=prices&format=csv";
const etag = existsSync("prices.etag") ? readFileSync("prices.etag", "utf8") : "";
const response = await fetch(url, { headers: { "If-None-Match": etag } });
if (response.status === 304) {
  console.log("prices.csv is current");
} else if (response.ok) {
  writeFileSync("prices.csv", await response.text());
  writeFileSync("prices.etag", response.headers.get("etag"));
  console.log("prices.csv is new");
} else {
  throw new Error((await response.json()).detail);
}`,
    },
  }) as const satisfies Record<string, Program>;

export const writePrograms = (base: string): readonly Program[] => [
  {
    title: "Where does this basket cost least?",
    note: "one call",
    language: "JavaScript",
    code: `const basket = ["netflix", "spotify", "chatgpt"];
const { data } = await (await fetch("${base}/api/export?dataset=prices")).json();
const lowest = new Map();
for (const { product, country, usd_monthly, fx_stale } of data) {
  if (!basket.includes(product) || usd_monthly === null || fx_stale) continue;
  const known = lowest.get(country) ?? new Map();
  known.set(product, Math.min(usd_monthly, known.get(product) ?? Infinity));
  lowest.set(country, known);
}
const totals = [...lowest]
  .filter(([, known]) => known.size === basket.length)
  .map(([country, known]) => ({ country, usd: [...known.values()].reduce((a, b) => a + b) }));
totals.sort((a, b) => a.usd - b.usd);
console.log(\`\${totals[0].country}: \${totals[0].usd.toFixed(2)} US dollars a month\`);`,
  },
  {
    title: "Netflix in five countries since 2023",
    note: "one call",
    language: "JavaScript",
    code: `const url =
  "${base}/api/history?product=netflix&country=US,GB,TR,IN,BR&from=2023-01-01";
const response = await fetch(url);
if (!response.ok) throw new Error((await response.json()).detail);
const { data } = await response.json();
for (const { country, platform, period, runs } of data) {
  for (const { first_seen_on, last_seen_on, amount, currency, usd_monthly } of runs) {
    const days = first_seen_on + " to " + last_seen_on;
    console.log(country, platform, period, days, amount, currency, usd_monthly);
  }
}`,
  },
];
