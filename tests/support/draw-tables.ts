import writeExcelFile, { type SheetData } from "write-excel-file/node";
import { shuffle } from "./random";

/** Columns of the native format in the order in which its rows are staged. */
const COLUMNS = [
  "product",
  "country",
  "platform",
  "period",
  "amount",
  "currency",
  "observed_on",
  "source",
  "source_url",
  "read_at",
  "quote",
  "method",
  "plan",
] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

export type Choices = { decimal: "." | ","; dates: "dmy" | "mdy" };
export type DrawnTable = {
  /** As staged, sorted. */
  rows: string[];
  content: Buffer;
  isSheet: boolean;
  /** What whoever wrote it would answer. */
  choices: Choices;
};

const PLACES = [
  ["DE", "EUR"],
  ["US", "USD"],
  ["TR", "TRY"],
  ["JP", "JPY"],
  ["KW", "KWD"],
  ["CH", "CHF"],
  ["IN", "INR"],
] as const;
const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };
const PLANS = ["", "", "Premium", "Família", "Für zwei", "Él, y ella", '"Plus"'];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** No day after November 2026, and none twice. */
function drawRows(random: () => number): Row[] {
  const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  return Array.from({ length: 1 + Math.floor(random() * 8) }, (_, at) => {
    const [country, currency] = pick(PLACES);
    const decimals = DECIMALS[currency] ?? pick([0, 2, 2, 2]);
    const size = pick([10, 100, 2_000, 20_000, 3_000_000]);
    const amount = (1 + random() * size).toFixed(decimals);
    const month = String(1 + Math.floor(random() * 11)).padStart(2, "0");
    const day = String(1 + Math.floor(random() * 28)).padStart(2, "0");
    return {
      product: `product-${at}`,
      country,
      platform: pick(["ios", "android", "web"]),
      period: pick(["monthly", "yearly"]),
      amount,
      currency,
      observed_on: `2026-${month}-${day}`,
      source: "netflix-prices",
      source_url: `https://shop.example/${at}?a=1;b=2`,
      read_at: "",
      quote: "",
      method: pick(["", "page"]),
      plan: pick(PLANS),
    };
  });
}

const write1252 = (text: string) => Buffer.from(text, "latin1");
const ENCODINGS: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  write1252,
];

type Dialect = {
  separator: string;
  mark: "." | ",";
  thousands: string;
  writeDay: (day: string) => string;
  dates: "dmy" | "mdy";
};

function drawDialect(random: () => number): Dialect {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const mark = pick([".", ","] as const);
  const form = (order: "dmy" | "mdy", between: string) => (day: string) => {
    const [year = "", month = "", date = ""] = day.split("-");
    return (order === "dmy" ? [date, month, year] : [month, date, year]).join(between);
  };
  const [dates, writeDay] = pick<readonly [Dialect["dates"], Dialect["writeDay"]]>([
    ["dmy", (day) => day],
    ["dmy", form("dmy", ".")],
    ["dmy", form("dmy", "/")],
    ["mdy", form("mdy", "/")],
    ["dmy", form("dmy", "-")],
    ["dmy", (day) => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`],
  ]);
  return {
    separator: pick([",", ";", "\t", "|"]),
    mark,
    thousands: pick(["", "", mark === "." ? "," : ".", " ", "\u00a0", "'"]),
    writeDay,
    dates,
  };
}

function writeAmount(amount: string, { mark, thousands }: Dialect): string {
  const [whole = "", decimals] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return decimals === undefined ? grouped : `${grouped}${mark}${decimals}`;
}

const spell = (name: string, random: () => number) =>
  [name, name.toUpperCase(), name.replaceAll("_", " "), ` ${name} `][Math.floor(random() * 4)] ?? name;

/** Draws a table, and writes it in a drawn dialect. */
export async function drawTable(random: () => number): Promise<DrawnTable> {
  const rows = drawRows(random);
  const dialect = drawDialect(random);
  const columns = shuffle(COLUMNS, random);
  const choices = { decimal: dialect.mark, dates: dialect.dates };
  const staged = rows
    .map((row) =>
      COLUMNS.map((name) => row[name])
        .join(",")
        .replace(/,+$/, ""),
    )
    .sort();
  const heads = columns.map((name) => spell(name, random));
  const isSheet = random() < 0.15;
  const hasTitle = random() < 0.2;
  const cellsOf = (row: Row) =>
    columns.map((name) => {
      if (name === "amount") return writeAmount(row.amount, dialect);
      return name === "observed_on" ? dialect.writeDay(row.observed_on) : row[name];
    });
  if (isSheet) {
    const isTyped = random() < 0.7;
    const text = (value: string) => ({ value, type: String });
    const data: SheetData = [
      ...(hasTitle ? [[text("Prices of this month")]] : []),
      heads.map(text),
      ...rows.map((row) =>
        cellsOf(row).map((cell, at) => {
          if (cell === "") return null;
          if (isTyped && columns[at] === "amount") return { value: Number(row.amount), type: Number };
          if (isTyped && columns[at] === "observed_on")
            return { value: new Date(row.observed_on), type: Date, format: "dd/mm/yyyy" };
          return text(cell);
        }),
      ),
    ];
    return { rows: staged, content: await writeExcelFile(data).toBuffer(), isSheet, choices };
  }
  const { separator } = dialect;
  const toCell = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = [
    ...(random() < 0.1 ? [`sep=${separator}`] : []),
    ...(hasTitle ? ["Prices of this month"] : []),
    ...[heads, ...rows.map(cellsOf)].map((cells) => cells.map(toCell).join(separator)),
  ];
  const end = ["\n", "\r\n", "\r"][Math.floor(random() * 3)] ?? "\n";
  const encode = ENCODINGS[Math.floor(random() * ENCODINGS.length)] ?? write1252;
  return { rows: staged, content: encode(`${lines.join(end)}${random() < 0.8 ? end : ""}`), isSheet, choices };
}
