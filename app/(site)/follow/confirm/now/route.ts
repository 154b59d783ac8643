import { readMailToken, seeOther } from "@/lib/mails/answer";
import { confirmFollow } from "@/lib/mails/follows/mutations";
import { CONFIRM_PATH } from "@/lib/mails/follows/rules";
import { toHref } from "@/lib/pages/query";

/** Needs no cookie and no page of ours: who has the secret reads the mail of the address. */
export async function POST(request: Request): Promise<Response> {
  const { token } = await readMailToken(request);
  return seeOther(toHref(CONFIRM_PATH, { done: (await confirmFollow(token)) ? "yes" : "gone" }));
}

export const GET = (request: Request): Response => seeOther(CONFIRM_PATH + new URL(request.url).search);
