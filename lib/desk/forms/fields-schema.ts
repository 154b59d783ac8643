import { z } from "zod";

/** Number of a row of the database. */
export const RowId = z.coerce.number().int().min(1).max(2_147_483_647);

/** Forms send fields that are left empty. */
export const optionalField = <S extends z.ZodType>(schema: S) =>
  z.preprocess((text) => (text === "" ? undefined : text), schema.optional());

/** Ticked rows of a list are fields `<name>-<id>`. */
export function readTicks(fields: Readonly<Record<string, unknown>>, name: string): number[] {
  const prefix = `${name}-`;
  return Object.keys(fields)
    .filter((field) => field.startsWith(prefix))
    .map((field) => field.slice(prefix.length))
    .filter((id) => /^\d{1,9}$/.test(id))
    .map(Number);
}
