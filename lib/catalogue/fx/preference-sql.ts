import "server-only";
import { Prisma } from "@/prisma/client/client";

/** Which source's rate counts when several give one for a currency and a day (table alias `f`). */
export const bySourcePreference = Prisma.sql`
  CASE f.source_id WHEN 'ecb' THEN 0 WHEN 'currency-api' THEN 1 ELSE 2 END, f.source_id`;
