import type { Period, Platform } from "@/lib/contract/codes";
import { PRICE_INDEX } from "@/lib/contract/envelope";
import * as cell from "@/lib/import/read/cell-rules";
import { readPriceNote } from "@/lib/import/read/price-note-rules";
import { listStorePrices } from "@/lib/printed/amount-rules";
import type { CsvFormat, SourceRow } from "./format";

const PLATFORMS: Readonly<Record<string, Platform>> = { app_store: "ios", vendor_website: "web" };
const PERIODS: Readonly<Record<string, Period>> = { week: "weekly", month: "monthly", year: "yearly" };

const checkUsd: cell.CellRule = (text) =>
  /^\d{1,11}(\.\d{1,4})?$/.test(text) ? null : `${cell.quote(text)} is not a decimal such as 4.99`;

const RULES: Readonly<Record<string, cell.CellRule>> = {
  snapshot_date: cell.checkDay,
  checked_at: cell.checkDay,
  country_code: cell.checkCountry,
  product_slug: cell.checkSlug,
  product: cell.checkWords,
  category: cell.checkSlug,
  plan: cell.checkWords,
  source: cell.listed(Object.keys(PLATFORMS)),
  period: cell.listed([...Object.keys(PERIODS), "one-time"]),
  currency: cell.checkCurrency,
  price_usd: checkUsd,
  in_index: cell.checkBoolean,
  page_url: cell.checkUrl,
  price_note: (text, latestDay) => (text === "" ? null : cell.checkWords(text, latestDay)),
};
const NEEDED = [...Object.keys(RULES).filter((name) => name !== "price_note"), "price_local"];

/**
 * Release files of the Global App Store Price Index. Other columns may change; check-prices.ts decides between two
 * readings of `price_local`.
 */
export const opentherank: CsvFormat = {
  name: "opentherank",
  table: "stage_opentherank",
  columns: [
    "snapshot_date",
    "product",
    "country",
    "currency",
    "price_usd",
    "observed_on",
    "source_url",
    "name",
    "category",
    "plan",
    "in_basket",
    "platform",
    "period",
    "amount",
    "other_amount",
    "evidence",
    "offers",
    "note",
  ],
  isHeader: (header) => NEEDED.every((name) => header.includes(name)) && new Set(header).size === header.length,
  readRow({ line, value, latestDay }, sink) {
    if (value("period") === "one-time") {
      sink.skip();
      return;
    }
    const faults = Object.entries(RULES).map(([name, rule]) => [name, rule(value(name), latestDay)] as const);
    faults.push(["currency", cell.checkCurrencyOn(value("currency"), value("checked_at"))]);
    for (const [name, wrong] of faults) if (wrong !== null) sink.fault(line, name, wrong);
    if (faults.some(([, wrong]) => wrong !== null)) return;
    const printed = value("price_local");
    const currency = value("currency");
    const amounts = listStorePrices(printed, currency).filter((text) => cell.checkAmount(text, latestDay) === null);
    const note = value("price_note") === "" ? null : readPriceNote(value("price_note"));
    if (amounts.length === 0) sink.fault(line, "price_local", `${cell.quote(printed)} cannot be read as a price`);
    else
      sink.stage(line, [
        ...["snapshot_date", "product_slug", "country_code", "currency", "price_usd", "checked_at"].map(value),
        ...["page_url", "product", "category", "plan", "in_index"].map(value),
        PLATFORMS[value("source")] ?? null,
        PERIODS[value("period")] ?? null,
        amounts[0] ?? null,
        amounts[1] ?? null,
        note?.evidence ?? null,
        note?.offers ?? null,
        note?.note ?? null,
      ]);
  },
};

export const describeSnapshot = (day: string): SourceRow => ({
  id: `opentherank-${day}`,
  name: `${PRICE_INDEX.title}, snapshot ${day}`,
  publisher: PRICE_INDEX.publisher,
  url: PRICE_INDEX.url,
  license: "CC-BY-4.0",
  attribution:
    "Source: OpenTheRank Global App Store Price Index (opentherank.com), CC BY 4.0. " +
    "Changed: reshaped, periods renamed, one-time purchases left out.",
});
