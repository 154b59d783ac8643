"use server";

import { redirect } from "next/navigation";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { VISITORS_SOURCE } from "@/lib/dataset/rules";
import { findSeriesNow } from "@/lib/desk/readings/data";
import { addEntries } from "@/lib/desk/verify/mutations";
import { findOpenReading } from "@/lib/desk/visitors/data";
import { declineReadings, holdOpenReading } from "@/lib/desk/visitors/mutations";
import { READINGS_PATH } from "@/lib/desk/visitors/rules";
import { DeclineForm, TakeForm } from "@/lib/desk/visitors/schema";
import { countNoun } from "@/lib/text/words";
import { requireVersion } from "@/lib/versions/current";

/** To the page with a notice: without scripts the row whose form would tell it is gone. */
const tellGone = () => redirect(`${READINGS_PATH}?done=gone`);

/** An entry of the person's draft, as if it had been read at the desk, with the source of visitors. */
export const take = defineAction("reading.take", TakeForm, async ({ id }, { staff }) => {
  const version = await requireVersion();
  const reading = await findOpenReading(version, id);
  if (reading === null) return tellGone();
  const { product, country, platform, period, amount, currency, quote, observedOn, sourceUrl } = reading;
  const now = await findSeriesNow(version, { product, country, platform, period });
  const readOn = now?.readOn ?? null;
  if (readOn !== null && observedOn <= readOn)
    return {
      message: `It is of ${observedOn}, and the price was read on ${readOn}: decline it, or read the price again.`,
    };
  const isSame = now?.price?.currency === currency && now.price.amount === Number(amount);
  const series =
    now === null ? ({ seriesId: null, product, country, platform, period } as const) : { seriesId: now.seriesId };
  const entry = {
    ...series,
    kind: isSame ? ("confirm" as const) : ("amount" as const),
    amount,
    currency,
    quote,
    observedOn,
    sourceUrl,
    source: VISITORS_SOURCE,
    readingId: id,
  };
  return async (tx) => {
    if (!(await holdOpenReading(id, tx))) return tellGone();
    const changeSetId = await addEntries([entry], staff, tx);
    return {
      type: "change",
      id: String(changeSetId),
      name: `${reading.name} ${reading.productPlan}, ${country}`,
      after: { reading: id, answer: entry.kind, prices: 1, day: observedOn },
      next: { goTo: `${READINGS_PATH}?done=in-${changeSetId}` },
    };
  };
});

export const decline = defineAction("reading.decline", DeclineForm, async (ids) => {
  if (ids.length === 0) return { message: "No reading is ticked." };
  return async (tx) => {
    const declined = await declineReadings(ids, tx);
    const [first] = declined;
    if (first === undefined) return tellGone();
    return {
      type: "reading",
      id: String(first),
      name: countNoun(declined.length, "reading of a visitor", "readings of visitors"),
      after: { readings: declined.join(", ") },
      next: { goTo: `${READINGS_PATH}?done=declined` },
    };
  };
});
