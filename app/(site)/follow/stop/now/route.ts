import { readMailToken, seeOther } from "@/lib/mails/answer";
import { stopMails } from "@/lib/mails/follows/mutations";
import { STOP_PATH } from "@/lib/mails/follows/rules";
import { toHref } from "@/lib/pages/query";

/** Stops the mails for a page of ours, and for a mail program by one post without cookies (RFC 8058), which follows no redirect. */
export async function POST(request: Request): Promise<Response> {
  const { token, isOneClick } = await readMailToken(request);
  await stopMails(token);
  return isOneClick
    ? new Response("Stopped.\n", { headers: { "Cache-Control": "no-store", "Content-Type": "text/plain" } })
    : seeOther(toHref(STOP_PATH, { done: "yes" }));
}

export const GET = (request: Request): Response => seeOther(STOP_PATH + new URL(request.url).search);
