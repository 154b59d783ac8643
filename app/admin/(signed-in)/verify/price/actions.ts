"use server";

import { defineAction, type GateRefusal } from "@/lib/access/staff/actions/gate";
import { productLabel } from "@/lib/catalogue/products/rules";
import { DESK_SOURCE } from "@/lib/dataset/rules";
import { listKnownProducts } from "@/lib/desk/products/data";
import { type DeskProductRow, toDeskProduct } from "@/lib/desk/products/form/rules";
import { addProduct } from "@/lib/desk/products/mutations";
import {
  findDollars,
  findSeriesNow,
  findWait,
  listFormProducts,
  listPriceSources,
  type SeriesNow,
} from "@/lib/desk/readings/data";
import {
  type ListedProduct,
  matchProduct,
  readAmount,
  readPeriod,
  writeQuestion,
} from "@/lib/desk/readings/form/rules";
import { PRICE_PATH, PriceForm } from "@/lib/desk/readings/form/schema";
import { addEntries, type NewEntry } from "@/lib/desk/verify/mutations";
import type { PrintedField } from "@/lib/desk/verify/printed-field-rules";
import type { NewSeries } from "@/lib/desk/verify/schema";
import { toHref } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { requireVersion, type Version } from "@/lib/versions/current";

export const savePrice = defineAction("verify.answer", PriceForm, async (form, { staff }) => {
  const version = await requireVersion();
  const read = await readForm(form, version, staff.id);
  if ("refusal" in read) return read.refusal;
  const { product, made, key, now, printed, currency } = read;
  const isSame = printed !== null && now?.price?.currency === currency && Number(printed.amount) === now?.price?.amount;
  const fault = findMisfit(form, now, isSame);
  if (fault !== null) return { errors: fault };
  const seen = [
    key.product,
    ...(made === null ? [] : [made.category, made.vendor, made.website]),
    key.country,
    key.platform,
    key.period,
    form.way,
    form.day,
    printed?.amount,
    currency,
  ].join(" ");
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
      isNewProduct: made !== null,
    };
    return { message: writeQuestion(asked, await findDollars(version), currentDay()), asks: seen };
  }
  const entry = toEntry({ form, read, isConfirmed });
  return async (tx) => {
    if (made !== null) await addProduct("save", made, staff, tx);
    const changeSetId = await addEntries([entry], staff, tx);
    const { store, day, source } = form;
    const after = { answer: entry.kind, prices: 1, day, ...(made !== null && { new_product: made.slug }) };
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
  /** A product that is added with the price. */
  made: DeskProductRow | null;
  key: NewSeries;
  now: SeriesNow | null;
  printed: PrintedField | null;
  currency: string | null;
};

/** Each doubt is asked at its field. */
async function readForm(form: PriceForm, version: Version, staffId: string): Promise<Read | { refusal: GateRefusal }> {
  const toRefusal = (errors: Record<string, string>) => ({ refusal: { errors } });
  const sources = await listPriceSources(version);
  const product = await readProduct(form, staffId);
  if ("errors" in product) return toRefusal(product.errors);
  const { found, made } = product;
  if (form.source !== undefined && form.source !== DESK_SOURCE && !sources.some(({ id }) => id === form.source))
    return toRefusal({ source: "is not known" });
  const hasAmount = form.way === "amount" || form.way === "replace";
  const text = hasAmount ? form.amount : undefined;
  const periodRead = readPeriod(text, form.period);
  if ("faults" in periodRead) return toRefusal(periodRead.faults);
  const { period } = periodRead;
  const key = { product: found.slug, country: form.country, platform: form.store, period };
  const now = await findSeriesNow(version, key);
  if (text === undefined) return { product: found, made, key, now, printed: null, currency: null };
  const amountRead = readAmount(text, {
    given: form.currency,
    onRecord: now?.price?.currency ?? null,
    country: form.country,
  });
  if ("faults" in amountRead) return toRefusal(amountRead.faults);
  return { product: found, made, key, now, ...amountRead };
}

/** One that is known, or one that the form describes. */
async function readProduct(
  form: PriceForm,
  staffId: string,
): Promise<{ found: ListedProduct; made: DeskProductRow | null } | { errors: Record<string, string> }> {
  const { plan, vendor, category, website } = form;
  const match = matchProduct(form.product, await listFormProducts());
  if ("found" in match) {
    if (category !== undefined) return { errors: { category: "is for a product that is not in the list" } };
    const waits = await findWait(match.found, staffId);
    return waits === null ? { found: match.found, made: null } : { errors: { product: waits } };
  }
  if (!match.isUnknown || category === undefined) return { errors: { product: match.fault } };
  const details = { name: form.product, plan, vendor, category, website };
  const made = toDeskProduct(details, null, await listKnownProducts());
  if ("faults" in made) {
    const { name, slug, ...others } = made.faults;
    const fault = name ?? slug;
    return { errors: fault === undefined ? others : { product: fault } };
  }
  const { row } = made;
  return { found: { slug: row.slug, label: productLabel(row), changeSetId: null }, made: row };
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
