import { z } from "zod";
import { Slug } from "@/lib/contract/codes";
import { ONE_LINE, StorableText } from "@/lib/contract/text";
import { optionalField } from "@/lib/desk/forms/fields-schema";
import { PageAddress, ReadOn } from "@/lib/desk/verify/schema";
import { checkUrl } from "@/lib/import/read/cell-rules";

export const PRODUCTS_PATH = "/admin/products";

const MAX_WORDS = 200;
export const MAX_SLUG_CHARS = 100;

const Words = StorableText.trim()
  .max(MAX_WORDS, `has at most ${MAX_WORDS} characters`)
  .regex(ONE_LINE, "must be one line");

/** What a product has beside its name; each may be left out of a form. */
export const ProductDetails = z.object({
  plan: optionalField(Words),
  vendor: optionalField(Words),
  category: optionalField(Slug),
  website: optionalField(StorableText.trim().refine((text) => checkUrl(text, "") === null, "must begin with https://")),
});
export type ProductDetails = z.output<typeof ProductDetails>;

/** `product`: the one that is changed; a new one has none, and may leave out `slug`. */
export const ProductForm = ProductDetails.extend({
  product: optionalField(Slug),
  name: Words.min(1, "is needed"),
  plan: Words.min(1, "is needed: what the service calls it, or Standard where it has one plan"),
  category: optionalField(Slug).refine((category) => category !== undefined, "is needed"),
  service: optionalField(Words),
  same_plan_as: optionalField(Slug),
  slug: optionalField(
    StorableText.trim()
      .max(MAX_SLUG_CHARS, `has at most ${MAX_SLUG_CHARS} characters`)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "has small letters, digits and single hyphens"),
  ),
});
export type ProductForm = z.output<typeof ProductForm>;

export const RetireForm = z.object({ product: Slug, day: ReadOn, source_url: PageAddress });
export const RemoveForm = z.object({ product: Slug });

export const ProductsQuery = z.object({
  q: StorableText.max(MAX_WORDS).optional(),
  category: Slug.optional(),
});
