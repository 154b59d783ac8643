"use server";

import { defineAction, type GateRefusal } from "@/lib/access/staff/gate";
import { DESK_SOURCE } from "@/lib/dataset/rules";
import {
  findDollars,
  findSeriesNow,
  listFormProducts,
  listPriceSources,
  type SeriesNow,
} from "@/lib/desk/readings/data";
import {
  chooseReadCurrency,
  type ListedProduct,
  matchProduct,
  readBeside,
  writeQuestion,
} from "@/lib/desk/readings/form-rules";
import { PRICE_PATH, PriceForm } from "@/lib/desk/readings/form-schema";
import { addEntries, type NewEntry, type NewSeries } from "@/lib/desk/verify/mutations";
import { findOtherPeriod, type PrintedField, readPrintedField } from "@/lib/desk/verify/printed-field-rules";
import { toHref } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { requireVersion, type Version } from "@/lib/versions/current";

export const savePrice = defineAction("verify.answer", PriceForm, async (form, { staff }) => {
  const version = await requireVersion();
  const read = await readForm(form, version);
  if ("refusal" in read) return read.refusal;
  const { product, key, now, printed, currency } = read;
  const isSame = printed !== null && now?.price?.currency === currency && Number(printed.amount) === now?.price?.amount;
  const fault = findMisfit(form, now, isSame);
  if (fault !== null) return { errors: fault };
  const seen = [key.product, key.country, key.platform, key.period, form.way, form.day, printed?.amount, currency].join(
    " ",
  );
  const isConfirmed = form.way === "amount" && isSame;
  if (!isConfirmed && form.seen !== seen) {
    const asked = {
      label: product.label,
      country: form.country,
      store: form.store,
      period: key.period,
      way: form.way,
      day: form.day,
      now: printed && currency ? { amount: Number(printed.amount), currency } : null,
      onRecord: now?.price ?? null,
    };
    return { message: writeQuestion(asked, await findDollars(version), currentDay()), asks: seen };
  }
  const entry = toEntry({ form, read, isConfirmed });
  return async (tx) => {
    const changeSetId = await addEntries([entry], staff, tx);
    const { store, day, source } = form;
    const after = { answer: entry.kind, prices: 1, day };
    const next = toHref(PRICE_PATH, { store, day, source, saved: form.saved + 1, done: `in-${changeSetId}` });
    return {
      type: "change",
      id: String(changeSetId),
      name: `${product.label}, ${form.country}`,
      after,
      next: { goTo: next },
    };
  };
});

type Read = {
  product: ListedProduct;
  key: NewSeries;
  now: SeriesNow | null;
  printed: PrintedField | null;
  currency: string | null;
};

/** Each doubt is asked at its field. */
async function readForm(form: PriceForm, version: Version): Promise<Read | { refusal: GateRefusal }> {
  const toRefusal = (errors: Record<string, string>) => ({ refusal: { errors } });
  const [products, sources] = await Promise.all([listFormProducts(version), listPriceSources(version)]);
  const product = matchProduct(form.product, products);
  if ("fault" in product) return toRefusal({ product: product.fault });
  if (form.source !== undefined && form.source !== DESK_SOURCE && !sources.some(({ id }) => id === form.source))
    return toRefusal({ source: "is not known" });
  const hasAmount = form.way === "amount" || form.way === "replace";
  const text = hasAmount ? form.amount : undefined;
  const beside = text === undefined ? { period: null, currencies: null } : readBeside(text);
  const period = form.period ?? beside.period;
  if (period === null)
    return toRefusal({ period: "is needed: the amount does not say whether it is for a month or a year" });
  const other = findOtherPeriod(beside.period, period);
  if (other !== null) return toRefusal({ amount: other });
  const key = { product: product.found.slug, country: form.country, platform: form.store, period };
  const now = await findSeriesNow(version, key);
  if (text === undefined) return { product: product.found, key, now, printed: null, currency: null };
  const chosen = chooseReadCurrency({
    given: form.currency,
    printed: beside.currencies,
    onRecord: now?.price?.currency ?? null,
    country: form.country,
  });
  const currency = "currency" in chosen ? chosen.currency : undefined;
  const printed = readPrintedField(text, currency);
  if (typeof printed === "string") return toRefusal({ amount: printed });
  if ("fault" in chosen) return toRefusal({ currency: chosen.fault });
  return { product: product.found, key, now, printed, currency: chosen.currency };
}

function findMisfit({ way, day }: PriceForm, now: SeriesNow | null, isSame: boolean): Record<string, string> | null {
  const isCorrection = way === "replace" || way === "withdraw";
  if (way !== "amount" && !now?.price) return { way: "needs a price that is listed now, and there is none" };
  if (way === "replace" && isSame) return { amount: "is what is on record already" };
  const readOn = now?.readOn ?? null;
  if (!isCorrection && readOn !== null && day <= readOn)
    return { day: `must be after ${readOn}, when it was last read; correct that reading instead` };
  return null;
}

type Saved = { form: PriceForm; read: Read; isConfirmed: boolean };

function toEntry({ form, read, isConfirmed }: Saved): NewEntry {
  const { key, now, printed, currency } = read;
  const isCorrection = form.way === "replace" || form.way === "withdraw";
  const series = now === null ? ({ seriesId: null, ...key } as const) : { seriesId: now.seriesId };
  return {
    ...series,
    kind: isConfirmed ? "confirm" : form.way,
    amount: printed?.amount ?? null,
    currency,
    quote: printed?.quote ?? null,
    source: form.source === undefined || form.source === DESK_SOURCE ? null : form.source,
    sourceUrl: form.source_url,
    observedOn: isCorrection ? (now?.price?.verifiedOn ?? form.day) : form.day,
    ...(isCorrection && { reason: form.reason, note: form.note ?? "" }),
  };
}
