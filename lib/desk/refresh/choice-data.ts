import "server-only";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** Whether sources are read by themselves: as REFRESH says, else as an owner has answered; null while nobody was asked. */
export async function findRefreshChoice(): Promise<boolean | null> {
  const { REFRESH } = env();
  if (REFRESH !== undefined) return REFRESH === "1";
  return (await db().refreshChoice.findFirst())?.reads ?? null;
}

/** No answer of the desk counts. */
export const isRefreshSet = (): boolean => env().REFRESH !== undefined;
