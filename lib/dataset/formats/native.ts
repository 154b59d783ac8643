import {
  type CellRule,
  checkAmount,
  checkBoolean,
  checkCountry,
  checkCurrency,
  checkDay,
  checkPeriod,
  checkPlatform,
  checkRate,
  checkSlug,
  checkSourceId,
  checkUrl,
  checkWords,
  rememberAnswers,
} from "@/lib/dataset/cell-rules";
import type { CsvFormat, StageTable } from "./format";

interface Column {
  name: string;
  /** Its column in the staging table, when that has another name. */
  stagedAs?: string;
  rule: CellRule;
  optional?: true;
}

/** A fault that only several cells together show. */
type RowRule = (value: (column: string) => string) => { column: string; text: string } | null;

/** A price is both amount and currency; an ended series has neither. */
const checkPrice: RowRule = (value) => {
  if ((value("amount") === "") === (value("currency") === "")) return null;
  return value("amount") === ""
    ? { column: "amount", text: "is empty, but currency is not: a series that ended has neither" }
    : { column: "currency", text: "is empty, but amount is not: a series that ended has neither" };
};

const checkDollar: RowRule = (value) =>
  value("currency") === "USD" && Number(value("usd_per_unit")) !== 1
    ? { column: "usd_per_unit", text: "one US dollar is 1 US dollar" }
    : null;

const sources: Column[] = [
  { name: "id", rule: checkSourceId },
  { name: "name", rule: checkWords },
  { name: "publisher", rule: checkWords },
  { name: "url", rule: checkUrl },
  { name: "license", rule: checkWords },
  { name: "attribution", rule: checkWords },
];
const products: Column[] = [
  { name: "slug", rule: checkSlug },
  { name: "name", rule: checkWords },
  { name: "vendor", rule: checkWords, optional: true },
  { name: "category", rule: checkSlug },
  { name: "plan", rule: checkWords },
  { name: "website", rule: checkUrl, optional: true },
  { name: "in_basket", rule: checkBoolean },
];
const rates: Column[] = [
  { name: "currency", rule: checkCurrency },
  { name: "date", rule: rememberAnswers(checkDay) },
  // Staged as a fraction over 1, because other publications give the rate upside down.
  { name: "usd_per_unit", stagedAs: "numerator", rule: checkRate },
  { name: "source", stagedAs: "source_id", rule: checkSourceId },
];
const prices: Column[] = [
  { name: "product", rule: checkSlug },
  { name: "country", rule: checkCountry },
  { name: "platform", rule: checkPlatform },
  { name: "period", rule: checkPeriod },
  { name: "amount", rule: checkAmount, optional: true },
  { name: "currency", rule: checkCurrency, optional: true },
  { name: "observed_on", rule: rememberAnswers(checkDay) },
  { name: "source", stagedAs: "source_id", rule: checkSourceId },
  { name: "source_url", rule: checkUrl },
];

/** The project's own four files. Columns may stand in any order; none may be missing or unknown. */
export const nativeFormats: readonly CsvFormat[] = [
  defineNative({ table: "stage_source", columns: sources }),
  defineNative({ table: "stage_product", columns: products }),
  defineNative({ table: "stage_rate", columns: rates, rowRule: checkDollar }),
  defineNative({ table: "stage_price", columns: prices, rowRule: checkPrice }),
];

export const NATIVE_HEADERS: readonly (readonly string[])[] = [sources, products, rates, prices].map((columns) =>
  columns.map((column) => column.name),
);

interface NativeFile {
  table: StageTable;
  columns: readonly Column[];
  rowRule?: RowRule;
}

function defineNative({ table, columns, rowRule }: NativeFile): CsvFormat {
  return {
    name: "native",
    table,
    isHeader: (header) => header.length === columns.length && columns.every((column) => header.includes(column.name)),
    stageColumns: (header) => inOrderOf(header, columns).map(({ name, stagedAs }) => stagedAs ?? name),
    openRows(header, sink, latestDay) {
      const ordered = inOrderOf(header, columns);
      return (cells, line, record) => {
        let isSound = true;
        for (const [place, column] of ordered.entries()) {
          const text = cells[place] ?? "";
          const wrong = column.optional && text === "" ? null : column.rule(text, latestDay);
          if (wrong === null) continue;
          sink.fault(line, column.name, wrong);
          isSound = false;
        }
        const wrong = rowRule?.((name) => cells[header.indexOf(name)] ?? "");
        if (wrong) sink.fault(line, wrong.column, wrong.text);
        else if (isSound) sink.stageRecord(line, record);
      };
    },
  };
}

function inOrderOf(header: readonly string[], columns: readonly Column[]): Column[] {
  return header.flatMap((name) => columns.filter((column) => column.name === name));
}
