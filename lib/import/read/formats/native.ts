import { Big } from "big.js";
import { NOTED_DOUBTS } from "@/lib/catalogue/prices/evidence/rules";
import { MAX_PLAN_CHARS, MAX_QUOTE_CHARS, READING_METHODS } from "@/lib/catalogue/prices/provenance-schema";
import { findSentenceFault } from "@/lib/catalogue/products/access/rules";
import { ACCESS_QUESTIONS } from "@/lib/catalogue/products/access/schema";
import { TAX_REASONS, TREATMENTS } from "@/lib/catalogue/tax/schema";
import { CORRECTION_ACTIONS, CORRECTION_REASONS } from "@/lib/dataset/corrections/schema";
import * as cell from "@/lib/import/read/cell-rules";
import { checkQuote } from "@/lib/import/read/quote-rules";
import type { CsvFormat, CsvRow, StageTable } from "./format";

type Value = CsvRow["value"];
type RowRule = (value: Value) => readonly [column: string, text: string] | null;

const RULES: readonly (readonly [rule: cell.CellRule, columns: string])[] = [
  [cell.checkSourceId, "id source"],
  [cell.checkSlug, "slug product category same_plan_as"],
  [cell.checkUrl, "url website source_url"],
  [cell.checkBoolean, "in_basket"],
  [cell.checkCountry, "country"],
  [cell.checkPlatform, "platform"],
  [cell.checkPeriod, "period"],
  [cell.checkCurrency, "currency"],
  [cell.checkAmount, "amount"],
  [cell.checkRate, "usd_per_unit"],
  [cell.checkDay, "observed_on date reviewed_on known_from read_on"],
  [cell.checkCalendarDay, "valid_from valid_to"],
  [cell.checkYear, "year"],
  [cell.checkTaxRate, "rate_pct"],
  [cell.checkIncome, "gni_per_capita_usd"],
  [cell.checkDecimal, "ppp_factor official_rate price_level"],
  [cell.checkScope, "scope"],
  [cell.listed(TREATMENTS), "treatment"],
  [cell.listed(NOTED_DOUBTS), "evidence"],
  [cell.listed(ACCESS_QUESTIONS), "question"],
  [(text) => findSentenceFault(text) ?? cell.checkWords(text, ""), "sentence"],
  [cell.checkOffers, "offers"],
  [cell.listed(CORRECTION_ACTIONS), "action"],
  [cell.checkInstant, "read_at"],
  [cell.listed(READING_METHODS), "method"],
];
const RULE_OF = Object.fromEntries(RULES.flatMap(([rule, columns]) => columns.split(" ").map((name) => [name, rule])));

/** Rates are staged as a fraction, because publications give the inverse. */
const STAGED_AS: Record<string, string> = { source: "source_id", usd_per_unit: "numerator", ppp_factor: "factor" };

/** A quote gives the amount of its row, and an instant lies on the day of the reading, somewhere in the world. */
const checkProvenance: RowRule = (value) => {
  const wrongQuote = checkQuote(value("quote"), {
    amount: value("amount"),
    currency: value("currency"),
    period: value("period"),
  });
  if (wrongQuote !== null) return ["quote", wrongQuote];
  const text = `is not on ${value("observed_on")}, in no time zone`;
  return cell.isAroundDay(value("read_at"), value("observed_on")) ? null : ["read_at", text];
};

/** Requires both amount and currency in force on the day, or neither (ended). */
const checkPrice: RowRule = (value) => {
  for (const [column, other] of [["amount", "currency"] as const, ["currency", "amount"] as const])
    if (value(column) === "" && value(other) !== "")
      return [column, `is empty, but ${other} is not: a series that ended has neither`];
  const withdrawn = cell.checkCurrencyOn(value("currency"), value("observed_on"));
  return withdrawn === null ? checkProvenance(value) : ["currency", withdrawn];
};

const checkDollar: RowRule = (value) =>
  value("currency") === "USD" && Number(value("usd_per_unit")) !== 1
    ? ["usd_per_unit", "one US dollar is 1 US dollar"]
    : null;

const requireAll = (value: Value, needed: readonly string[], text: string): ReturnType<RowRule> => {
  const missing = needed.find((column) => value(column) === "");
  return missing === undefined ? null : [missing, text];
};

const figuresBy =
  (stated: readonly string[], needed: readonly string[], checkStated: RowRule): RowRule =>
  (value) => {
    if (value("action") !== "withdraw")
      return requireAll(value, needed, "is empty beside replace") ?? checkStated(value);
    const given = stated.find((column) => value(column) !== "");
    return given === undefined ? null : [given, "is given, but a withdrawal states no figure"];
  };

const figureOrReason =
  (figure: string, needed: readonly string[]): RowRule =>
  (value) => {
    const isThere = value(figure) !== "";
    const hasReason = value("reason") !== "";
    if (isThere && hasReason) return ["reason", `is given beside ${figure}: it says why there is none`];
    if (isThere) return requireAll(value, needed, `is empty beside ${figure}`);
    return hasReason ? null : ["reason", `is empty, and so is ${figure}`];
  };

const checkTaxRow: RowRule = (value) => {
  const from = value("valid_from");
  const to = value("valid_to");
  if (from !== "" && to !== "" && to < from) return ["valid_to", `${cell.quote(to)} is before valid_from`];
  if (from !== "" && value("known_from") !== "") return ["known_from", "stands only where valid_from is empty"];
  return figureOrReason("rate_pct", ["source", "source_url"])(value);
};

/** A sentence has its page and day; an empty one withdraws what stands. */
const checkAccess: RowRule = (value) => {
  const where = ["source_url", "read_on"];
  if (value("sentence") !== "") return requireAll(value, where, "is empty beside sentence");
  const given = where.find((column) => value(column) !== "");
  return given === undefined ? null : [given, "is given, but sentence is empty: that withdraws what stands"];
};

const SOURCED = ["year", "source", "source_url"];
/** A level must equal its factor and rate, which detects figures of different years. */
const checkLevelRow: RowRule = (value) => {
  const wrong = figureOrReason("price_level", [...SOURCED, "ppp_factor", "official_rate"])(value);
  const [factor = "", rate = "", level = ""] = ["ppp_factor", "official_rate", "price_level"].map(value);
  if (wrong !== null || [factor, rate, level].some((text) => cell.checkDecimal(text, "") !== null)) return wrong;
  const quotient = new Big(factor).div(rate).round(6);
  const isQuotient = quotient.minus(level).abs().lte("0.000001");
  const text = `is ${cell.quote(level)}, but ppp_factor / official_rate is ${quotient.toFixed(6)}`;
  return isQuotient ? null : ["price_level", text];
};

const CORRECTED = { reason: cell.listed(CORRECTION_REASONS) };
const PRODUCT = "slug name vendor? service category plan website? in_basket";
const PRICE = "product country platform period";
const PROVENANCE = "read_at?? quote?? method?? plan??";
const PROVENANCE_RULES = {
  quote: cell.shortWords(MAX_QUOTE_CHARS),
  plan: cell.shortWords(MAX_PLAN_CHARS),
};

/** `?` marks columns that may be empty, `??` those that a file may leave out. */
export const nativeFormats: readonly CsvFormat[] = [
  define("stage_source", "id name publisher url license attribution"),
  define("stage_product", PRODUCT),
  // A file without the column leaves marks as they stand: see check-same-plans.ts.
  define("stage_product", `${PRODUCT} same_plan_as?`),
  define("stage_product_removal", "slug action", () => null, { action: cell.listed(["remove"]) }),
  define("stage_rate", "currency date usd_per_unit source", checkDollar),
  define(
    "stage_price",
    `${PRICE} amount? currency? observed_on source source_url ${PROVENANCE}`,
    checkPrice,
    PROVENANCE_RULES,
  ),
  define("stage_evidence", `${PRICE} observed_on evidence offers? note?`),
  define("stage_access", "product question sentence? source_url? read_on?", checkAccess),
  // Only these files may contradict stored rows.
  define(
    "stage_price_correction",
    `${PRICE} observed_on action amount? currency? reason note? source? source_url? ${PROVENANCE}`,
    figuresBy(["amount", "currency", "read_at", "quote", "method", "plan"], ["source", "source_url"], checkPrice),
    { ...CORRECTED, ...PROVENANCE_RULES },
  ),
  define(
    "stage_rate_correction",
    "currency date source action usd_per_unit? reason note?",
    figuresBy(["usd_per_unit"], ["usd_per_unit"], checkDollar),
    CORRECTED,
  ),
  // These files replace what is stored.
  define(
    "stage_tax_rate",
    "country valid_from? valid_to? rate_pct? reason? source? source_url? reviewed_on? known_from? confirmed_by? note?",
    checkTaxRow,
    { reason: cell.listed(TAX_REASONS) },
  ),
  define("stage_tax_treatment", "scope platform country treatment source source_url note?", () => null, {
    country: (text, latestDay) => (text === "*" ? null : cell.checkCountry(text, latestDay)),
  }),
  define(
    "stage_income",
    "country year? gni_per_capita_usd? source? source_url? reason?",
    figureOrReason("gni_per_capita_usd", SOURCED),
  ),
  define(
    "stage_purchasing_power",
    "country year? ppp_factor? official_rate? price_level? source? source_url? reason?",
    checkLevelRow,
  ),
];

/** Our own download of prices, of which the source can be that of the page: see check-prices.ts. */
export const ownPrices = define(
  "stage_price",
  `${PRICE} amount? currency? observed_on source? source_url ${PROVENANCE}`,
  checkPrice,
  PROVENANCE_RULES,
);

/** Of a file: those that it may not leave out, or all. */
export const columnNamesOf = ({ columns, mayMiss = [] }: CsvFormat, which: "needed" | "all"): string[] =>
  columns
    .filter((column) => which === "all" || !mayMiss.includes(column))
    .map((column) => Object.keys(STAGED_AS).find((name) => STAGED_AS[name] === column) ?? column);

/** Columns in any order; none may be unknown. */
function define(
  table: StageTable,
  words: string,
  checkRow: RowRule = () => null,
  rules: Record<string, cell.CellRule> = {},
): CsvFormat {
  const columns = words.split(" ").map((word) => {
    const name = word.replace(/\?+$/, "");
    return {
      name,
      isOptional: name !== word,
      isNeeded: !word.endsWith("??"),
      rule: rules[name] ?? RULE_OF[name] ?? cell.checkWords,
    };
  });
  return {
    name: "native",
    table,
    columns: columns.map(({ name }) => STAGED_AS[name] ?? name),
    mayMiss: columns.filter(({ isNeeded }) => !isNeeded).map(({ name }) => name),
    isHeader: (header) =>
      new Set(header).size === header.length &&
      header.every((name) => columns.some((column) => column.name === name)) &&
      columns.every(({ name, isNeeded }) => !isNeeded || header.includes(name)),
    readRow({ line, value, latestDay }, sink) {
      const faults: (readonly [column: string, text: string])[] = [];
      for (const { name, isOptional, rule } of columns) {
        const wrong = isOptional && value(name) === "" ? null : rule(value(name), latestDay);
        if (wrong !== null) faults.push([name, wrong]);
      }
      const wrong = checkRow(value);
      if (wrong !== null) faults.push(wrong);
      for (const fault of faults) sink.fault(line, ...fault);
      if (faults.length === 0)
        sink.stage(
          line,
          columns.map(({ name }) => value(name)),
        );
    },
  };
}
