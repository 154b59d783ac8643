import { Prisma } from "@/prisma/client/client";

/** Each row stands from `recorded_in` until before `superseded_in`. */
const WORKING = [
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

const standsIn = (table: string, id: string) => `
  ${table} AS NOT MATERIALIZED (
    SELECT * FROM ${table} WHERE recorded_in <= ${id} AND (superseded_in IS NULL OR superseded_in > ${id})
    ${ERASABLE.includes(table) ? "AND NOT is_redacted" : ""}
  )`;

/**
 * Replaces working tables by their rows in a version, without WITH. Raw SQL, because Prisma cannot put common table
 * expressions into a query.
 */
export function standingText(id: number): string {
  if (!Number.isInteger(id)) throw new TypeError("the id of a version is an integer");
  return [
    ...WORKING.map((table) => standsIn(table, String(id))),
    `correction AS NOT MATERIALIZED (SELECT * FROM correction WHERE version_id <= ${id})`,
  ].join(", ");
}

export const standing = ({ id }: { id: number }): Prisma.Sql => Prisma.raw(standingText(id));
