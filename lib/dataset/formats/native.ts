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
  rule: CellRule;
  optional?: true;
}

/** The row as its staging table has it, when that is not the row as written. */
type Arrange = (values: readonly (string | null)[]) => (string | null)[];

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

/** usd_per_unit is staged as a fraction, because other publications give the rate upside down. */
const arrangeRate: Arrange = ([currency = null, date = null, usdPerUnit = null, source = null]) => [
  currency,
  date,
  usdPerUnit,
  "1",
  source,
];

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
  { name: "usd_per_unit", rule: checkRate },
  { name: "source", rule: checkSourceId },
];
const prices: Column[] = [
  { name: "product", rule: checkSlug },
  { name: "country", rule: checkCountry },
  { name: "platform", rule: checkPlatform },
  { name: "period", rule: checkPeriod },
  { name: "amount", rule: checkAmount, optional: true },
  { name: "currency", rule: checkCurrency, optional: true },
  { name: "observed_on", rule: rememberAnswers(checkDay) },
  { name: "source", rule: checkSourceId },
  { name: "source_url", rule: checkUrl },
];

/** The project's own four files. Columns may stand in any order; none may be missing or unknown. */
export const nativeFormats: readonly CsvFormat[] = [
  defineNative({ table: "stage_source", columns: sources }),
  defineNative({ table: "stage_product", columns: products }),
  defineNative({ table: "stage_rate", columns: rates, rowRule: checkDollar, arrange: arrangeRate }),
  defineNative({ table: "stage_price", columns: prices, rowRule: checkPrice }),
];

export const NATIVE_HEADERS: readonly (readonly string[])[] = [sources, products, rates, prices].map((columns) =>
  columns.map((column) => column.name),
);

interface NativeFile {
  table: StageTable;
  columns: readonly Column[];
  rowRule?: RowRule;
  arrange?: Arrange;
}

function defineNative({ table, columns, rowRule, arrange }: NativeFile): CsvFormat {
  return {
    name: "native",
    table,
    isHeader: (header) => header.length === columns.length && columns.every((column) => header.includes(column.name)),
    openRows(header, sink, latestDay) {
      const places = columns.map((column) => header.indexOf(column.name));
      return (cells, line) => {
        let isSound = true;
        const values = columns.map((column, index) => {
          const text = cells[places[index] ?? -1] ?? "";
          if (column.optional && text === "") return null;
          const wrong = column.rule(text, latestDay);
          if (wrong === null) return text;
          sink.fault(line, column.name, wrong);
          isSound = false;
          return null;
        });
        const wrong = rowRule?.((name) => cells[header.indexOf(name)] ?? "");
        if (wrong) sink.fault(line, wrong.column, wrong.text);
        else if (isSound) sink.stage(line, arrange?.(values) ?? values);
      };
    },
  };
}
