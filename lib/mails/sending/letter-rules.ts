import { formatBilled, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import type { Period, Platform } from "@/lib/contract/codes";
import { LICENSE_URL } from "@/lib/contract/envelope";
import { nameFollowed, UNCONFIRMED_DAYS } from "@/lib/mails/follows/rules";
import { writeDataset } from "@/lib/text/citation";
import { countryInSentence, formatDay, formatPct } from "@/lib/text/format";
import { capitalize, countNoun } from "@/lib/text/words";

export type Letter = { subject: string; text: string; html: string };

type ReadAmount = { amount: number; currency: string; on: string };

/** One price as a mail tells it. */
export type ToldPrice = {
  product: string;
  name: string;
  plan: string;
  country: string;
  platform: Platform;
  period: Period;
  kind: "changed" | "corrected" | "withdrawn";
  was: ReadAmount;
  is: ReadAmount;
  sourceUrl: string | null;
  /** `Netflix prices by thomas.io`. */
  source: string | null;
};

type Links = { stop: string };
type Dataset = { version: string; published: string };

/** Prices written out; the rest is a number and a link. */
const MOST_WRITTEN = 100;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** Tells the changes of a version. `base`: public address without a slash at its end. */
export function writeWord(
  told: readonly ToldPrice[],
  { version, published }: Dataset,
  base: string,
  { stop }: Links,
): Letter {
  const [first] = told;
  if (first === undefined) throw new Error("a mail without a price is none");
  const written = told.slice(0, MOST_WRITTEN).map((price) => ({ ...describe(price), href: toPageOf(price, base) }));
  const rest = told.length - written.length;
  const more = rest === 0 ? [] : [`And ${countNoun(rest, "other price", "other prices")}: ${base}/changes`];
  const sources = [...new Set(told.flatMap(({ source }) => (source === null ? [] : [source])))];
  const credit = `${["Price Atlas", ...sources].join("; ")}. ${writeDataset({ version, published, read: null })} Licence CC BY 4.0, ${LICENSE_URL}`;
  const subject =
    told.length === 1
      ? describe(first).line
      : `${capitalize(countNoun(told.length, "price change", "price changes"))}: ${nameFirst(told)}`;
  const text = [
    ...written.flatMap(({ line, when, source, href }) => [line, when, ...(source === null ? [] : [source]), href, ""]),
    ...more.flatMap((line) => [line, ""]),
    `Data: ${credit}`,
    "",
    `Stop these mails, at once and for good: ${stop}`,
  ];
  const html = [
    ...written.map(
      ({ line, when, source, href }) =>
        `<p><a href="${escapeHtml(href)}"><b>${escapeHtml(line)}</b></a><br>${escapeHtml(when)}${source === null ? "" : `<br>${escapeHtml(source)}`}</p>`,
    ),
    ...more.map((line) => `<p>${escapeHtml(line)}</p>`),
    `<p>Data: ${escapeHtml(credit)}</p>`,
    `<p><a href="${escapeHtml(stop)}">Stop these mails</a>, at once and for good.</p>`,
  ];
  return toLetter(subject, text, html);
}

function describe({ country, platform, period, kind, was, is, sourceUrl, source, ...product }: ToldPrice) {
  const [before, after] = [was, is].map((read) => formatBilled({ ...read, period }));
  // A subject stands alone, so the line has the store too.
  const place = `${productLabel(product)} in ${countryInSentence(country)} (${platformName(platform)})`;
  const pct = was.currency === is.currency ? ` (${formatPct(100 * (is.amount / was.amount - 1))})` : "";
  const named = [source, sourceUrl].filter((part) => part !== null);
  return {
    line:
      kind === "changed" ? `${place}: ${after}, was ${before}${pct}` : `Corrected: ${place}: ${after}, not ${before}`,
    when:
      kind === "changed"
        ? `First seen on ${formatDay(is.on)}; the amount before was last seen on ${formatDay(was.on)}.`
        : `What we told you was wrong: the vendor did not change it so. Read on ${formatDay(is.on)}.`,
    source: named.length === 0 ? null : `Source: ${named.join(", ")}`,
  };
}

function nameFirst(told: readonly ToldPrice[]): string {
  const labels = [...new Set(told.map((price) => productLabel(price)))];
  return labels.length > 3 ? `${labels.slice(0, 3).join(", ")} and more` : labels.join(", ");
}

const toPageOf = ({ product, country }: ToldPrice, base: string) =>
  `${base}/services/${product}?history=${country}#history`;

/** Asks whether the reader of the mail wants e-mails about changes; `labels` of products. */
export function writeConfirmation(
  labels: readonly string[],
  country: string | null,
  { confirm, stop }: Links & { confirm: string },
): Letter {
  const what = nameFollowed(labels, country);
  const asked = `Somebody, probably you, asked Price Atlas to write to this address when the price of ${what} changes: one mail for each publish at most.`;
  const otherwise = `If it was not you, do nothing: the address is erased after ${UNCONFIRMED_DAYS} days`;
  return toLetter(
    `Confirm: an e-mail when the price of ${what} changes`,
    [
      asked,
      "",
      "Open this page and press its button to confirm:",
      confirm,
      "",
      ...(labels.length > 3 ? [`The list: ${labels.join(", ")}.`, ""] : []),
      `${otherwise}. To have it erased now: ${stop}`,
    ],
    [
      `<p>${escapeHtml(asked)}</p>`,
      `<p><a href="${escapeHtml(confirm)}"><b>Confirm</b></a> on the page that opens.</p>`,
      ...(labels.length > 3 ? [`<p>The list: ${escapeHtml(labels.join(", "))}.</p>`] : []),
      `<p>${escapeHtml(otherwise)}, or <a href="${escapeHtml(stop)}">now</a>.</p>`,
    ],
  );
}

/** Mail programs show fixed spaces in a subject badly, and searches miss them. */
const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

const toLetter = (subject: string, text: readonly string[], html: readonly string[]): Letter => ({
  subject: withPlainSpaces(subject),
  text: withPlainSpaces(`${text.join("\n")}\n`),
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${html.join("\n")}</body></html>\n`,
});
