import { Prisma } from "@/prisma/client/client";

/** Each row is valid from `recorded_in` until before `superseded_in`. */
const LEDGER = [
  "observation",
  "rate",
  "source_entry",
  "country_entry",
  "product_entry",
  "evidence_entry",
  "access_entry",
  "tax_rate",
  "tax_treatment",
  "income",
  "purchasing_power",
] as const;

const ERASABLE: readonly string[] = ["observation", "rate"];

const validIn = (table: string, id: number) => `
  ${table} AS NOT MATERIALIZED (
    SELECT * FROM ${table} WHERE ${isValidText(id, table)} ${ERASABLE.includes(table) ? "AND NOT is_redacted" : ""}
  )`;

/** Condition that a row is valid in a version. */
export function isValidText(id: number, alias: string): string {
  if (!Number.isInteger(id)) throw new TypeError("the id of a version is an integer");
  return `${alias}.recorded_in <= ${id} AND (${alias}.superseded_in IS NULL OR ${alias}.superseded_in > ${id})`;
}

export const isValid = ({ id }: { id: number }, alias: string): Prisma.Sql => Prisma.raw(isValidText(id, alias));

/** Condition for Prisma that a row is valid in a version. Rates and observations need `isRedacted: false` beside it. */
export const whereValid = ({ id }: { id: number }) => ({
  recordedIn: { lte: id },
  OR: [{ supersededIn: null }, { supersededIn: { gt: id } }],
});

/**
 * Replaces the tables of the ledger by their rows that are valid in a version, without WITH. Raw SQL, because Prisma cannot put common table
 * expressions into a query.
 */
export function validRowsText(id: number): string {
  return [
    ...LEDGER.map((table) => validIn(table, id)),
    `correction AS NOT MATERIALIZED (SELECT * FROM correction WHERE version_id <= ${id})`,
  ].join(", ");
}

export const validRows = ({ id }: { id: number }): Prisma.Sql => Prisma.raw(validRowsText(id));
