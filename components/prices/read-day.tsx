import type { Price } from "@/lib/catalogue/prices/schema";
import { formatDay } from "@/lib/text/format";

/**
 * `read 29 Sep 2026`; an outdated one stands out. `hasAge`: scripts add how long ago that was, because a kept page is of no
 * day (components/client/read-ages.ts).
 */
export function ReadDay({
  price: { verified_on, outdated },
  hasAge = false,
}: {
  price: Pick<Price, "verified_on" | "outdated">;
  hasAge?: boolean;
}) {
  const read = `read ${formatDay(verified_on)}`;
  return (
    <>
      {outdated ? <b className="is-old">{read}</b> : read}
      {hasAge && <span data-read-on={verified_on} />}
    </>
  );
}
