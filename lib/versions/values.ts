import type { Prisma } from "@/prisma/client/client";

/** YYYY-MM-DD of a date column, which Prisma gives as midnight UTC. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Number with the digits of a decimal column: all have fewer than the 15 that a double holds. */
export function toNumber(decimal: Prisma.Decimal): number;
export function toNumber(decimal: Prisma.Decimal | null): number | null;
export function toNumber(decimal: Prisma.Decimal | null): number | null {
  return decimal === null ? null : decimal.toNumber();
}
