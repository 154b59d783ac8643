"use server";

import type { z } from "zod";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { findPricesNow, type PriceNow } from "@/lib/desk/verify/data";
import { addEntries, type NewEntry } from "@/lib/desk/verify/mutations";
import { findOtherPeriod } from "@/lib/desk/verify/printed-field-rules";
import { AnswerForm, QUEUE_PAGE_SIZE, WORK_ID } from "@/lib/desk/verify/schema";
import { requireVersion } from "@/lib/versions/current";

export const answer = defineAction("verify.answer", AnswerForm, async (form, { staff }) => {
  const prices = await findPricesNow(await requireVersion(), form.prices);
  if (prices.length === 0) return { message: "No price is chosen, or it is no longer listed." };
  if (prices.length > QUEUE_PAGE_SIZE) return { message: `At most ${QUEUE_PAGE_SIZE} prices at once.` };
  if (new Set(prices.map(({ sourceId }) => sourceId)).size > 1)
    return { message: "Only prices of one source can be confirmed at once." };
  const { day } = form;
  const read = day === undefined ? undefined : prices.find(({ verifiedOn }) => day <= verifiedOn);
  if (read) return { errors: { day: `must be after ${read.verifiedOn}, when ${read.name} was read` } };
  const other = prices.map(({ period }) => findOtherPeriod(form.printed?.period, period)).find((text) => text !== null);
  if (other) return { errors: { amount: other } };
  return async (tx) => {
    const changeSetId = await addEntries(
      prices.map((price) => toEntry(price, form)),
      staff,
      tx,
    );
    const after = { answer: form.answer, prices: prices.length, ...(day && { day }) };
    const name = prices.length === 1 ? (prices[0]?.name ?? "") : `${prices.length} prices`;
    const done = changeSetId === null ? "unsure" : `in-${changeSetId}`;
    const target =
      changeSetId === null
        ? ({ type: "price", id: "0" } as const)
        : ({ type: "change", id: String(changeSetId) } as const);
    return {
      ...target,
      name,
      after,
      next: { goTo: toNextHref(form.back, done) },
    };
  };
});

/** While the queue is worked through it leads to the form of the next row. */
function toNextHref(back: string, done: string): string {
  const anchor = new URLSearchParams(back).has("row") ? `#${WORK_ID}` : "";
  return `/admin/verify${back === "" ? "?" : `${back}&`}done=${done}${anchor}`;
}

function toEntry(price: PriceNow, { answer: kind, day, source_url, printed, currency }: Answered): NewEntry {
  const read = {
    ...(day !== undefined && { observedOn: day }),
    ...(source_url !== undefined && { sourceUrl: source_url }),
  };
  if (kind === "unsure") return { seriesId: price.id, kind };
  if (kind === "ended") return { seriesId: price.id, kind, ...read };
  if (kind === "confirm")
    return { seriesId: price.id, kind, amount: price.amountText, currency: price.currency, ...read };
  return {
    seriesId: price.id,
    kind,
    amount: printed?.amount ?? null,
    currency: currency ?? null,
    quote: printed?.quote ?? null,
    ...read,
  };
}

type Answered = Pick<z.output<typeof AnswerForm>, "answer" | "day" | "source_url" | "printed" | "currency">;
