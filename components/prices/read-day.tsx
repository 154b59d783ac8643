import type { Price } from "@/lib/catalogue/prices/schema";
import { formatDay, isStale } from "@/lib/text/format";

/** `read 29 Sep 2026`; an old day stands out, so that nobody takes it for today's price. `today`: null for a past day. */
export function ReadDay({ price, today }: { price: Pick<Price, "verified_on">; today: string | null }) {
  const read = `read ${formatDay(price.verified_on)}`;
  return today !== null && isStale(price.verified_on, today) ? <b className="is-old">{read}</b> : read;
}
