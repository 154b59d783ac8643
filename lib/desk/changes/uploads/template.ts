import "server-only";
import { PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { type TableColumn, toPeopleCsv, toSpreadsheet } from "@/lib/exports/table-file";
import { columnNamesOf, nativeFormats } from "@/lib/import/read/formats/native";

/** Where each format of the template is served. */
export const TEMPLATE_PATHS = { csv: "/admin/changes/template.csv", xlsx: "/admin/changes/template.xlsx" } as const;

/** What each column of a file of prices takes, in words for people. */
const WORDS: Readonly<Record<string, string>> = {
  product: "Its slug, as in the list of products: spotify",
  country: "Two letters by ISO 3166-1: DE, GB",
  platform: `One of ${PLATFORMS.join(", ")}`,
  period: `One of ${PERIODS.join(", ")}`,
  amount: "As the page prints it: 1.700,00 ₺. Empty, with an empty currency: no longer listed",
  currency: "Three letters by ISO 4217: EUR",
  observed_on: "The day you read it: 2026-11-20, or 20.11.2026",
  source: "Its id, as in the list of sources",
  source_url: "Address of the page",
  read_at: "May be empty. The instant in UTC: 2026-11-20T14:03:00Z",
  quote: "May be empty. The words of the page, at most 120 characters; they have to give the amount",
  method: "May be empty. One of page, api, receipt, staff, visitor",
  plan: "May be empty. The plan as the page names it",
};

const KINDS: Readonly<Record<string, TableColumn["kind"]>> = { observed_on: "day" };

function describeTemplate() {
  const prices = nativeFormats.find(({ table }) => table === "stage_price");
  const names = prices === undefined ? [] : columnNamesOf(prices, "all");
  return {
    title: "Readings of prices",
    columns: names.map((head) => ({ head, kind: KINDS[head] ?? "text" })),
    rows: [],
    about: names.map((name) => [name, WORDS[name] ?? ""] as const),
  };
}

/** The header of a file of prices, with what its columns take on a second sheet. */
export const writeTemplateSheet = (): Promise<Buffer> => toSpreadsheet(describeTemplate());

export const writeTemplateCsv = (): string => toPeopleCsv(describeTemplate(), { bom: false, semicolons: false });
