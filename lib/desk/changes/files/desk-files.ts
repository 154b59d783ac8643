import "server-only";
import type { PEOPLE_METHODS } from "@/lib/catalogue/prices/provenance-schema";
import { LICENSE_URL } from "@/lib/contract/envelope";
import { DESK_SOURCE, VISITORS_SOURCE } from "@/lib/dataset/rules";
import { connectClient } from "@/lib/platform/database-client";
import { env, publicUrl } from "@/lib/platform/env";
import { writeFile } from "./write-files";

type Entry = {
  id: number;
  product: string;
  country: string;
  platform: string;
  period: string;
  kind: string;
  amount: string | null;
  currency: string | null;
  observed_on: string;
  reason: string | null;
  note: string | null;
  quote: string | null;
  source: string;
  source_url: string;
  plan: string | null;
  method: (typeof PEOPLE_METHODS)[number];
};

type ProductRow = {
  id: number;
  kind: string;
  slug: string;
  name: string;
  vendor: string | null;
  service: string;
  category: string;
  plan: string;
  website: string | null;
  in_basket: string;
  same_plan_as: string | null;
};

type AccessRow = {
  id: number;
  product: string;
  question: string;
  sentence: string | null;
  source_url: string | null;
  read_on: string | null;
};

const SOURCE_COLUMNS = ["id", "name", "publisher", "url", "license", "attribution"];
const PRODUCT_COLUMNS = [
  "slug",
  "name",
  "vendor",
  "service",
  "category",
  "plan",
  "website",
  "in_basket",
  "same_plan_as",
];
const REMOVAL_COLUMNS = ["slug", "action"];
const ACCESS_COLUMNS = ["product", "question", "sentence", "source_url", "read_on"];
const PRICE_COLUMNS = [
  "product",
  "country",
  "platform",
  "period",
  "amount",
  "currency",
  "observed_on",
  "source",
  "source_url",
  "quote",
  "method",
  "plan",
];
export const CORRECTION_COLUMNS = [
  "product",
  "country",
  "platform",
  "period",
  "observed_on",
  "action",
  "amount",
  "currency",
  "reason",
  "note",
  "source",
  "source_url",
  "quote",
  "method",
];

/** Numbers of the entries of a change set. */
export type DeskEntries = { prices: number[]; products: number[]; access: number[] };

/** Returns the entries that are written. */
export async function writeDeskFiles(changeSetId: number): Promise<DeskEntries> {
  const client = await connectClient(env().DATABASE_URL, "desk");
  try {
    await client.query("BEGIN");
    await client.query("DELETE FROM change_set_file WHERE change_set_id = $1", [changeSetId]);
    const { rows } = await client.query<Entry>(
      `SELECT e.id, coalesce(s.product, e.product) AS product, coalesce(s.country, e.country) AS country,
         coalesce(s.platform, e.platform) AS platform, coalesce(s.period, e.period) AS period, e.kind,
         trim_scale(e.amount)::text AS amount, e.currency, e.observed_on::text AS observed_on, e.reason, e.note, e.quote,
         coalesce(e.source, $2) AS source, e.source_url, r.plan, CASE WHEN r.id IS NULL THEN 'staff' ELSE 'visitor' END AS method
       FROM desk_entry e LEFT JOIN series s ON s.id = e.series_id LEFT JOIN visitor_reading r ON r.id = e.reading_id
       WHERE e.change_set_id = $1 ORDER BY e.id`,
      [changeSetId, DESK_SOURCE],
    );
    const { rows: products } = await client.query<ProductRow>(
      `SELECT id, kind, slug, name, vendor, service, category, plan, website, in_basket::text AS in_basket, same_plan_as
       FROM desk_product WHERE change_set_id = $1 ORDER BY id`,
      [changeSetId],
    );
    const { rows: access } = await client.query<AccessRow>(
      `SELECT id, product, question, sentence, source_url, read_on::text AS read_on
       FROM desk_access WHERE change_set_id = $1 ORDER BY id`,
      [changeSetId],
    );
    const corrections = rows.filter(({ reason }) => reason !== null);
    const readings = rows.filter(({ reason }) => reason === null);
    const used = new Set(rows.map(({ source }) => source));
    // A draft without entries has a file, too.
    if (rows.length === 0 && products.length === 0 && access.length === 0) used.add(DESK_SOURCE);
    const sources = describeSources().filter(({ id }) => used.has(id));
    const files = [
      { name: "sources.csv", columns: SOURCE_COLUMNS, lines: sources },
      {
        name: "products.csv",
        columns: PRODUCT_COLUMNS,
        lines: products.filter(({ kind }) => kind === "save").map(({ id: _, ...product }) => product),
      },
      {
        name: "removed-products.csv",
        columns: REMOVAL_COLUMNS,
        lines: products.filter(({ kind }) => kind === "remove").map(({ slug, kind }) => ({ slug, action: kind })),
      },
      { name: "access.csv", columns: ACCESS_COLUMNS, lines: access.map(({ id: _, ...statement }) => statement) },
      {
        name: "prices.csv",
        columns: PRICE_COLUMNS,
        lines: readings.map(({ id: _, ...entry }) => entry),
      },
      {
        name: "corrections.csv",
        columns: CORRECTION_COLUMNS,
        lines: corrections.map(({ id: _, ...entry }) =>
          entry.kind === "withdraw"
            ? { ...entry, action: entry.kind, source: "", source_url: "", method: "" }
            : { ...entry, action: entry.kind },
        ),
      },
    ];
    for (const { name, columns, lines } of files.filter((file) => file.lines.length > 0))
      await writeFile(client, changeSetId, { name, content: [Buffer.from(toCsvText(columns, lines))] });
    await client.query("COMMIT");
    const idsOf = (written: readonly { id: number }[]) => written.map(({ id }) => id);
    return { prices: idsOf(rows), products: idsOf(products), access: idsOf(access) };
  } finally {
    await client.end();
  }
}

/** A machine of one's own is no address to cite: there the licence stands for it. */
const findOwnAddress = () =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(publicUrl()).hostname) ? LICENSE_URL : `${publicUrl()}/about`;

/** Visitors publish apart from the desk, so that one confirms the other. */
const describeSources = () => [
  {
    id: DESK_SOURCE,
    name: "Read at the desk",
    publisher: "Price Atlas",
    url: findOwnAddress(),
    license: "CC-BY-4.0",
    attribution: "Read by the staff of Price Atlas at the page that is given.",
  },
  {
    id: VISITORS_SOURCE,
    name: "Read by visitors",
    publisher: "Visitors of Price Atlas",
    url: findOwnAddress(),
    license: "CC-BY-4.0",
    attribution: "Read by visitors of Price Atlas at the page that is given.",
  },
];

export function toCsvText(
  columns: readonly string[],
  lines: readonly Readonly<Record<string, string | null>>[],
): string {
  return `${[columns.join(","), ...lines.map((line) => toCsvLine(columns, line))].join("\n")}\n`;
}

/** Null is an empty cell. */
export function toCsvLine(columns: readonly string[], line: Readonly<Record<string, unknown>>): string {
  const cell = (value: unknown) => {
    const text = value == null ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return columns.map((name) => cell(line[name])).join(",");
}
