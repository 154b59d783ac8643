import { type ZodObject, type ZodType, z } from "zod";

/**
 * Columns of a record: those of an object in it begin with its name. A list of texts is one cell, a list of objects has
 * none.
 */
export function toColumns({ shape }: ZodObject, before = "", mayBeNull = false): Record<string, ZodType> {
  const columns = Object.entries(shape).map(([name, field]) => {
    const isNullable = mayBeNull || field instanceof z.ZodNullable;
    const inner = field instanceof z.ZodNullable ? field.unwrap() : field;
    if (inner instanceof z.ZodObject) return toColumns(inner, `${before}${name}_`, isNullable);
    if (!(inner instanceof z.ZodArray))
      return { [before + name]: isNullable && inner === field ? inner.nullable() : field };
    if (inner.element instanceof z.ZodObject) return {};
    return { [before + name]: z.string().nullable().describe(`${inner.description} Separated by spaces.`) };
  });
  return Object.assign({}, ...columns);
}

/** Cells of these columns that have a value. */
export function toFlatRow(record: object, before = ""): object {
  const cells = Object.entries(record).map(([name, value]) => {
    if (Array.isArray(value)) return { [before + name]: value.join(" ") };
    return typeof value === "object" && value !== null
      ? toFlatRow(value, `${before}${name}_`)
      : { [before + name]: value };
  });
  return Object.assign({}, ...cells);
}
