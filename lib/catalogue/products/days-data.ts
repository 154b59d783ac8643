import "server-only";
import { db } from "@/lib/platform/db";

/** Every product with the newest verification day of its prices; null without any. */
export async function findProductDays(): Promise<{ slug: string; verified_on: string | null }[]> {
  return db().$queryRaw`SELECT slug, verified_on::text FROM product ORDER BY slug`;
}
