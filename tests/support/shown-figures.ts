import type { Page } from "playwright/test";

export type ShownFigure = { title: string; calls: string[]; texts: string[]; days: string[] };

/** Parts without figures of the data, such as heads, scales, legends, and ages. */
const NO_DATA = [
  "thead",
  "tbody th",
  "caption",
  "form",
  "script",
  "summary",
  "details",
  "time",
  ".ruler",
  ".scale-bar",
  ".history-y",
  ".history-x",
  ".scale-key",
  ".map-note",
  ".how-to-read",
  ".checked-age",
  ".code-box",
  ".split-note",
  ".pager",
  ".skip",
  ".show-all",
];

/** Figures that name a call. `page` runs no script of `html`. */
export async function readFigures(page: Page, html: string): Promise<ShownFigure[]> {
  return page.evaluate(
    ({ html, noData }) => {
      const figures = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("figure.data-figure")];
      const leaves = (root: Element): string[] => {
        if (root.matches(noData)) return [];
        const own = [...root.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.nodeValue ?? "");
        return [own.join(" "), ...[...root.children].flatMap(leaves)].filter((text) => /\d/.test(text));
      };
      return figures.flatMap((figure) => {
        const calls = [...figure.querySelectorAll(".data-figure-panel .endpoint code")].map(
          (code) => code.textContent ?? "",
        );
        const body = figure.querySelector(".data-figure-body");
        if (calls.length === 0 || !body) return [];
        return [
          {
            title:
              figure.querySelector(".data-figure-head h1, .data-figure-head h2, .data-figure-head h3")?.textContent ??
              "",
            calls,
            texts: leaves(body),
            days: [...body.querySelectorAll("time[datetime]")].map((time) => time.getAttribute("datetime") ?? ""),
          },
        ];
      });
    },
    { html, noData: NO_DATA.join(", ") },
  );
}

const NUMBER = /[−+-]?\d[\d,]*(?:\.\d+)?/g;
const DAY = /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*(?: \d{4})?/g;

/** Numbers of the texts that are neither a rounded number nor part of a text of the answer. */
export function findMissing(figure: ShownFigure, answer: unknown): string[] {
  const numbers: number[] = [];
  const words: string[] = [];
  collect(answer, numbers, words);
  if (Array.isArray(answer)) numbers.push(...listSavings(answer));
  const sorted = [...new Set(numbers.flatMap((value) => [Math.abs(value), Math.abs(100 * value)]))].sort(
    (a, b) => a - b,
  );
  const text = words.join("\n");
  const isIn = (token: string) => {
    const value = Number(token.replace(/[−+,-]/g, ""));
    const decimals = token.split(".")[1]?.length ?? 0;
    const half = 0.5 * 10 ** -decimals + 1e-9;
    const at = firstAtLeast(sorted, value - half);
    return (sorted[at] ?? Number.POSITIVE_INFINITY) <= value + half;
  };
  const missing = figure.texts.flatMap((shown) =>
    [...shown.replace(/\s/g, " ").replace(DAY, " ").matchAll(NUMBER)]
      .map(([token]) => token)
      .filter((token) => !isIn(token) && !text.includes(token))
      .map((token) => `${token} of "${shown.trim().slice(0, 60)}"`),
  );
  return [...missing, ...figure.days.filter((day) => !text.includes(day)).map((day) => `day ${day}`)];
}

type Lowest = { usd_monthly?: number | null; tax?: { ex_tax_usd_monthly: number | null } };
type Listed = Lowest & { product?: string; cheapest?: Lowest | null; cheapest_without_tax?: Lowest | null };

/** What the lowest prices of one answer are below the prices of another one. */
function listSavings(answers: readonly { data?: unknown }[]): number[] {
  const [prices, products] = answers.map(({ data }): Listed[] => (Array.isArray(data) ? data : []));
  if (prices === undefined || products === undefined) return [];
  const byProduct = new Map(products.map((one) => [one.product, one]));
  return prices.flatMap((price) => {
    const { cheapest, cheapest_without_tax: free } = byProduct.get(price.product) ?? {};
    const shown = (price.usd_monthly ?? 0) - (cheapest?.usd_monthly ?? 0);
    const without = (price.tax?.ex_tax_usd_monthly ?? 0) - (free?.tax?.ex_tax_usd_monthly ?? 0);
    return [shown, without];
  });
}

function collect(value: unknown, numbers: number[], words: string[]): void {
  if (Array.isArray(value)) numbers.push(value.length);
  if (typeof value === "number") numbers.push(value);
  else if (typeof value === "string") words.push(value);
  else if (typeof value === "object" && value !== null) {
    const { min, max }: { min?: unknown; max?: unknown } = value;
    // A spread is the highest divided by the lowest price.
    if (typeof min === "number" && typeof max === "number" && min > 0) numbers.push(max / min);
    for (const [name, inner] of Object.entries(value)) {
      collect(inner, numbers, words);
      // A factor is the level divided by that of the base, which is 100; its interval is in per cent.
      if (typeof inner === "number" && name === "value") numbers.push(inner / 100);
      if (typeof inner === "number" && /^median_(?:low|high)$/.test(name)) numbers.push(1 + inner / 100);
    }
  }
}

function firstAtLeast(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
