import type { Prisma } from "@/prisma/client/client";

export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Exact, because all decimal columns have fewer than 15 digits. */
export function toNumber(decimal: Prisma.Decimal): number;
export function toNumber(decimal: Prisma.Decimal | null): number | null;
export function toNumber(decimal: Prisma.Decimal | null): number | null {
  return decimal === null ? null : decimal.toNumber();
}
