"use server";

import { pickChanges } from "@/lib/access/audit/rules";
import { defineAction } from "@/lib/access/staff/actions/gate";
import { QUESTION_NAMES } from "@/lib/catalogue/products/access/rules";
import { productLabel } from "@/lib/catalogue/products/rules";
import { findValidAccess } from "@/lib/desk/products/access/data";
import { addAccess } from "@/lib/desk/products/access/mutations";
import { AccessForm, WithdrawAccessForm } from "@/lib/desk/products/access/schema";
import { findNaming, findValidProduct, listKnownProducts, listListed, listValidPlans } from "@/lib/desk/products/data";
import { type DeskProductRow, toDeskProduct } from "@/lib/desk/products/form/rules";
import { PRODUCTS_PATH, ProductForm, RemoveForm, RetireForm } from "@/lib/desk/products/form/schema";
import { addProduct } from "@/lib/desk/products/mutations";
import { addEntries } from "@/lib/desk/verify/mutations";
import { countNoun } from "@/lib/text/words";
import { requireVersion } from "@/lib/versions/current";
import { toDay } from "@/lib/versions/values";

const GONE = { message: "There is no such product." };

const toDone = (changeSetId: number, row: DeskProductRow) =>
  ({
    type: "change",
    id: String(changeSetId),
    name: productLabel(row),
    next: { goTo: `${PRODUCTS_PATH}?done=in-${changeSetId}` },
  }) as const;

export const saveProduct = defineAction("product.save", ProductForm, async ({ product, ...given }, { staff }) => {
  const before = product === undefined ? null : await findValidProduct(product);
  if (product !== undefined && before === null) return GONE;
  const made = toDeskProduct(given, before, await listKnownProducts());
  if ("faults" in made) {
    const { message, ...errors } = made.faults;
    return message === undefined ? { errors } : { message };
  }
  const { row } = made;
  return async (tx) => ({
    ...toDone(await addProduct("save", row, staff, tx), row),
    ...(before === null ? { after: row } : pickChanges(before, row)),
  });
});

/** Ends each of its listed prices; the product and its history stay. */
export const retireProduct = defineAction(
  "product.retire",
  RetireForm,
  async ({ product, day, source_url }, { staff }) => {
    const row = await findValidProduct(product);
    if (row === null) return GONE;
    const listed = await listListed(await requireVersion(), product);
    if (listed.length === 0) return { message: "It has no listed price: there is nothing to end." };
    const readOn = listed.map(({ verifiedOn }) => toDay(verifiedOn)).reduce((a, b) => (a > b ? a : b));
    if (day <= readOn) return { errors: { day: `must be after ${readOn}, when a price of it was read` } };
    const entries = listed.map(
      ({ seriesId }) => ({ seriesId, kind: "ended", observedOn: day, sourceUrl: source_url }) as const,
    );
    return async (tx) => ({
      ...toDone((await addEntries(entries, staff, tx)) ?? 0, row),
      after: { ended: countNoun(listed.length, "price", "prices"), day },
    });
  },
);

export const removeProduct = defineAction("product.remove", RemoveForm, async ({ product }, { staff }) => {
  const row = await findValidProduct(product);
  if (row === null) return GONE;
  const naming = await findNaming(product);
  if (naming !== null) return { message: naming };
  return async (tx) => ({ ...toDone(await addProduct("remove", row, staff, tx), row), before: row });
});

const toAccessDone = (changeSetId: number, { slug, ...named }: DeskProductRow) =>
  ({
    type: "change",
    id: String(changeSetId),
    name: productLabel(named),
    next: { goTo: `${PRODUCTS_PATH}/${slug}?done=in-${changeSetId}` },
  }) as const;

/** Of one product, or of all plans of its service. */
export const saveAccess = defineAction("access.save", AccessForm, async (given, { staff }) => {
  const { product, question, sentence, source_url: sourceUrl, day: readOn, plans } = given;
  const row = await findValidProduct(product);
  if (row === null) return GONE;
  const products = plans === undefined ? [product] : await listValidPlans(row.service);
  const statement = { sentence, sourceUrl, readOn };
  const before = (await findValidAccess(product)).get(question);
  const { before: was, after } = pickChanges(before ?? {}, statement);
  if (products.length === 1 && Object.keys(after).length === 0) return { message: "Nothing of it is changed." };
  return async (tx) => ({
    ...toAccessDone(await addAccess({ products, question, statement }, staff, tx), row),
    ...(before !== undefined && { before: was }),
    after: { question, ...after, ...(products.length > 1 && { products: products.join(", ") }) },
  });
});

export const withdrawAccess = defineAction(
  "access.withdraw",
  WithdrawAccessForm,
  async ({ product, question }, { staff }) => {
    const row = await findValidProduct(product);
    if (row === null) return GONE;
    const before = (await findValidAccess(product)).get(question);
    if (before === undefined) return { message: `Nothing is said of ${QUESTION_NAMES[question].toLowerCase()}.` };
    return async (tx) => ({
      ...toAccessDone(await addAccess({ products: [product], question, statement: null }, staff, tx), row),
      before: { question, ...before },
    });
  },
);
