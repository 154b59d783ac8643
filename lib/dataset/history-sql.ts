import "server-only";
import { Prisma } from "@/prisma/client/client";
export const historySql = Prisma.sql`SELECT NULL AS record WHERE false`;
