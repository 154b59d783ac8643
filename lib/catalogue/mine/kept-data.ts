import "server-only";
import { cookies } from "next/headers";
import { type KeptList, MINE_COOKIE, readKept } from "./list-rules";

/** The list that the reader's browser keeps; null without one. */
export async function readKeptList(): Promise<KeptList | null> {
  return readKept((await cookies()).get(MINE_COOKIE)?.value ?? "");
}
