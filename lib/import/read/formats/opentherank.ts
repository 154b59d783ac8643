import type { Period, Platform } from "@/lib/contract/codes";
import {
  type CellRule,
  cacheResults,
  checkAmount,
  checkBoolean,
  checkCountry,
  checkCurrency,
  checkCurrencyOn,
  checkDay,
  checkSlug,
  checkUrl,
  checkWords,
  quote,
} from "@/lib/import/read/cell-rules";
import { readPrintedPrice } from "@/lib/import/read/printed-price-rules";
import type { CsvFormat } from "./format";

const PLATFORM_BY_SOURCE = new Map<string, Platform>([
  ["app_store", "ios"],
  ["vendor_website", "web"],
]);
const PERIOD_BY_NAME = new Map<string, Period>([
  ["week", "weekly"],
  ["month", "monthly"],
  ["year", "yearly"],
]);

const checkSource: CellRule = (text) =>
  PLATFORM_BY_SOURCE.has(text) ? null : `${quote(text)} is none of ${[...PLATFORM_BY_SOURCE.keys()].join(", ")}`;
const checkPeriodName: CellRule = (text) =>
  PERIOD_BY_NAME.has(text) ? null : `${quote(text)} is none of ${[...PERIOD_BY_NAME.keys()].join(", ")}, one-time`;
const checkUsd: CellRule = (text) =>
  /^\d{1,11}(\.\d{1,4})?$/.test(text) ? null : `${quote(text)} is not a decimal such as 4.99`;

const rules = new Map<string, CellRule>([
  ["snapshot_date", cacheResults(checkDay)],
  ["country_code", checkCountry],
  ["product_slug", cacheResults(checkSlug)],
  ["product", cacheResults(checkWords)],
  ["category", cacheResults(checkSlug)],
  ["source", checkSource],
  ["plan", cacheResults(checkWords)],
  ["period", checkPeriodName],
  ["currency", checkCurrency],
  ["price_usd", checkUsd],
  ["in_index", checkBoolean],
  ["checked_at", cacheResults(checkDay)],
  ["page_url", cacheResults(checkUrl)],
]);
const NEEDED = [...rules.keys(), "price_local"];
const STAGED = [
  "snapshot_date",
  "product",
  "country",
  "platform",
  "period",
  "amount",
  "other_amount",
  "currency",
  "price_usd",
  "observed_on",
  "source_url",
  "name",
  "category",
  "plan",
  "in_basket",
];

/**
 * Release files of the Global App Store Price Index, as published. Columns that are not imported may be added or
 * removed. A `price_local` with two readings is decided by price_usd once the rates are known: see
 * check-opentherank.ts.
 */
export const opentherank: CsvFormat = {
  name: "opentherank",
  table: "stage_opentherank",
  isHeader: (header) => NEEDED.every((name) => header.includes(name)) && new Set(header).size === header.length,
  stageColumns: () => STAGED,
  openRows(header, sink, latestDay) {
    const placeByName = new Map(NEEDED.map((name) => [name, header.indexOf(name)]));
    return (cells, line) => {
      const cell = (name: string) => cells[placeByName.get(name) ?? -1] ?? "";
      if (cell("period") === "one-time") {
        sink.skip();
        return;
      }
      let isSound = true;
      const fault = (column: string, text: string) => {
        sink.fault(line, column, text);
        isSound = false;
      };
      for (const [name, rule] of rules) {
        const wrong = rule(cell(name), latestDay);
        if (wrong) fault(name, wrong);
      }
      const withdrawn = checkCurrencyOn(cell("currency"), cell("checked_at"));
      if (withdrawn) fault("currency", withdrawn);
      if (!isSound) return;
      const printed = cell("price_local");
      const readings = readPrintedPrice(printed, cell("currency")).filter(
        (text) => checkAmount(text, latestDay) === null,
      );
      if (readings.length === 0) {
        fault("price_local", `${quote(printed)} cannot be read as a price`);
        return;
      }
      sink.stage(line, [
        cell("snapshot_date"),
        cell("product_slug"),
        cell("country_code"),
        PLATFORM_BY_SOURCE.get(cell("source")) ?? null,
        PERIOD_BY_NAME.get(cell("period")) ?? null,
        readings[0] ?? null,
        readings[1] ?? null,
        cell("currency"),
        cell("price_usd"),
        cell("checked_at"),
        cell("page_url"),
        cell("product"),
        cell("category"),
        cell("plan"),
        cell("in_index"),
      ]);
    };
  },
};
