import "server-only";
import { createHash } from "node:crypto";
import { pool } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/client/client";

const nameOf = new Map<string, string>();

/**
 * The one row of a statement whose text is one of few, values apart: each connection plans it once. Half of what an
 * answer costs beyond its rows is saved by that, and by not going through Prisma's client. Fails as pg does.
 */
export async function readRow<T extends object>({ text, values }: Prisma.Sql): Promise<T> {
  let name = nameOf.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    nameOf.set(text, name);
  }
  const { rows } = await pool().query<T>({ name, text, values });
  const [row] = rows;
  if (row === undefined) throw new Error("the statement gave no row");
  return row;
}
