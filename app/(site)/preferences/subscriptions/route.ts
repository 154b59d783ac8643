import { isOwnPost } from "@/lib/access/staff/origin";
import { changeList } from "@/lib/catalogue/mine/change-rules";
import { readKeptList } from "@/lib/catalogue/mine/kept-data";
import { MINE_COOKIE, readList, type Subscription, writeKept, writeList } from "@/lib/catalogue/mine/list-rules";
import { writeChoiceCookie } from "@/lib/pages/choice-cookie";
import { toHref } from "@/lib/pages/query";
import { requireVersion } from "@/lib/versions/current";

/**
 * Changes the reader's list and returns to it, or to the page of the product that was added. A list of an address that
 * is not the reader's own stays in the address, until the reader keeps it.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnPost(request.headers))
    return new Response("This can only be sent from a page of this site.\n", { status: 403 });
  const form = await request.formData().catch(() => new FormData());
  const kept = await readKeptList();
  const shown = form.get("list");
  const own = kept?.subscriptions ?? [];
  const start = shown === null ? own : readList(String(shown)).subscriptions;
  const subscriptions = changeList(start, form);
  const home = String(form.get("home") ?? "") || undefined;
  const isOwn =
    form.has("keep") || form.has("forget") || shown === null || kept === null || writeList(start) === writeList(own);
  if (!isOwn) return redirect(toListHref(subscriptions, home));
  const { version } = await requireVersion();
  const seen = form.has("seen") || form.has("keep") ? version : (kept?.seen ?? version);
  const value = writeKept({ subscriptions, seen }) ?? "";
  const back = readBack(form.get("back"));
  const answer = redirect(toHref("/preferences/subscriptions", { list: writeList(subscriptions), home, back }));
  answer.headers.append("Set-Cookie", writeChoiceCookie(MINE_COOKIE, value));
  return answer;
}

/** Returns to the page; where the browser has not kept the list, or no cookie holds it, the address carries it. */
export async function GET(request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const { subscriptions } = readList(asked.get("list") ?? "");
  const home = asked.get("home") ?? undefined;
  const kept = writeList((await readKeptList())?.subscriptions ?? []);
  const isKept = kept === writeList(subscriptions);
  if (!isKept) return redirect(toListHref(subscriptions, home));
  return redirect(readBack(asked.get("back")) ?? toHref("/mine", { home }));
}

const toListHref = (subscriptions: readonly Subscription[], home: string | undefined) =>
  toHref("/mine", { list: writeList(subscriptions), home });

/** The page of a product, and no other: an address that is given leads nowhere else. */
function readBack(back: unknown): string | undefined {
  return typeof back === "string" && /^\/services\/[a-z0-9-]{1,100}$/.test(back) ? back : undefined;
}

const redirect = (address: string) =>
  new Response(null, { status: 303, headers: { "Cache-Control": "no-store", Location: address } });
