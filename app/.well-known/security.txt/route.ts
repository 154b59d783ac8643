import { MS_PER_DAY } from "@/lib/contract/days";
import { currentTime } from "@/lib/platform/clock";
import { contactUrl, publicUrl } from "@/lib/platform/env";

/** RFC 9116 wants a day within a year. */
const VALID_DAYS = 180;

export const dynamic = "force-dynamic";

export function GET(): Response {
  const contact = contactUrl();
  if (contact === null) return new Response("There is no contact.\n", { status: 404 });
  const expires = new Date(currentTime().getTime() + VALID_DAYS * MS_PER_DAY).toISOString().replace(/\.\d+Z$/, "Z");
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${publicUrl()}/.well-known/security.txt`];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
