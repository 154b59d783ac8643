import "server-only";
import { createHash } from "node:crypto";
import type { Prisma } from "@/prisma/client/client";
import { publishedPool } from "./db";

const nameOf = new Map<string, string>();

export async function readRow<T extends object>(statement: Prisma.Sql): Promise<T> {
  const row = await findRow<T>(statement);
  if (row === null) throw new Error("the statement gave no row");
  return row;
}

/**
 * Returns null without a row. Prepared statements outside Prisma halve an answer's cost beyond its rows; throws
 * errors of pg.
 */
export async function findRow<T extends object>({ text, values }: Prisma.Sql): Promise<T | null> {
  let name = nameOf.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    nameOf.set(text, name);
  }
  const { rows } = await publishedPool().query<T>({ name, text, values });
  return rows[0] ?? null;
}
