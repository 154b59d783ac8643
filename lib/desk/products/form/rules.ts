import { productLabel } from "@/lib/catalogue/products/rules";
import { fold } from "@/lib/catalogue/search/fold-rules";
import { MAX_SLUG_CHARS, type ProductDetails } from "./schema";

/** A row of the products file. */
export type DeskProductRow = {
  slug: string;
  name: string;
  vendor: string | null;
  service: string;
  category: string;
  plan: string;
  website: string | null;
  inBasket: boolean;
  /** Slug of the main product of its plan, where this is another door to it. */
  samePlanAs: string | null;
};

/** `changeSetId`: the undecided change set that it waits in; null for what is published. */
export type KnownProduct = DeskProductRow & { changeSetId: number | null };

/** In a draft; `isNew`: no such product stands yet. */
export type DraftProduct = DeskProductRow & { id: number; kind: "save" | "remove"; isNew: boolean };

/** `netflix-premium` of `Netflix Premium`; empty where nothing in it is a letter of ASCII or a digit. */
export function toSlug(label: string): string {
  const words = fold(label)
    .replace(/\+/g, " plus ")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  while (words.join("-").length > MAX_SLUG_CHARS && words.length > 1) words.pop();
  return words.join("-").slice(0, MAX_SLUG_CHARS);
}

type Given = ProductDetails & {
  name: string;
  service?: string | undefined;
  slug?: string | undefined;
  same_plan_as?: string | undefined;
};
type ProductFaults = Partial<Record<"name" | "slug" | "category" | "plan" | "same_plan_as" | "message", string>>;

/**
 * The row of a product as a form gives it; what it leaves out is that of the one before, and `before` is null for a new
 * one. Faults are texts to follow the label of their field.
 */
export function toDeskProduct(
  given: Given,
  before: DeskProductRow | null,
  known: readonly KnownProduct[],
): { row: DeskProductRow } | { faults: ProductFaults } {
  const { name, plan, category } = given;
  if (plan === undefined) return { faults: { plan: "is needed" } };
  if (category === undefined || !known.some((one) => one.category === category))
    return { faults: { category: "is none of those that are known" } };
  const slug = before?.slug ?? given.slug ?? toSlug(productLabel({ name, plan }));
  if (slug === "") return { faults: { slug: "is needed: the name has no letter of a to z" } };
  const row = {
    slug,
    name,
    vendor: given.vendor ?? null,
    service: given.service ?? before?.service ?? findService(name, known),
    category,
    plan,
    website: given.website ?? null,
    inBasket: before?.inBasket ?? false,
    samePlanAs: given.same_plan_as ?? null,
  };
  const faults = findClash(row, known, before !== null) ?? findWrongMark(row, known);
  if (faults !== null) return { faults };
  if (before !== null && isSame(row, before)) return { faults: { message: "Nothing of it is changed." } };
  return { row };
}

/** Plans of one service have one name. */
const findService = (name: string, known: readonly KnownProduct[]): string =>
  known.find((one) => fold(one.name) === fold(name))?.service ?? name;

function findClash(row: DeskProductRow, known: readonly KnownProduct[], isKnown: boolean): ProductFaults | null {
  const taken = isKnown ? undefined : known.find(({ slug }) => slug === row.slug);
  if (taken !== undefined) return { slug: `${row.slug} is that of ${writeKnown(taken)}` };
  const label = fold(productLabel(row));
  const same = known.find((one) => one.slug !== row.slug && fold(productLabel(one)) === label);
  return same === undefined ? null : { name: `and plan are those of ${writeKnown(same)}` };
}

/** One level: a main product is no door itself. Products that wait in change sets count, too. */
function findWrongMark(row: DeskProductRow, known: readonly KnownProduct[]): ProductFaults | null {
  const { slug, samePlanAs, vendor } = row;
  if (samePlanAs === null) return null;
  const toFault = (text: string) => ({ same_plan_as: text });
  if (samePlanAs === slug) return toFault("is the product itself");
  const main = known.find((one) => one.slug === samePlanAs);
  if (main === undefined) return toFault("is no known product");
  if (main.samePlanAs !== null) return toFault(`is itself the same plan as ${main.samePlanAs}: name that`);
  if (main.vendor !== vendor) return toFault("is a product of another vendor");
  const door = known.find((one) => one.samePlanAs === slug);
  return door === undefined ? null : toFault(`must be empty: ${door.slug} is marked as the same plan as this`);
}

/** Slugs of what a product may be marked as the same plan as: those of its vendor, once it has one. */
export function listMains(known: readonly KnownProduct[], product: DeskProductRow | null): string[] {
  const mains = known.filter(
    ({ slug, vendor, samePlanAs }) =>
      samePlanAs === null && slug !== product?.slug && (product === null || vendor === product.vendor),
  );
  return [...new Set(mains.map(({ slug }) => slug))];
}

function writeKnown({ changeSetId, slug, ...named }: KnownProduct): string {
  const where = changeSetId === null ? slug : `${slug}, in change set ${changeSetId}`;
  return `${productLabel(named)} (${where})`;
}

const isSame = (a: DeskProductRow, b: DeskProductRow): boolean =>
  (Object.keys(a) as (keyof DeskProductRow)[]).every((column) => a[column] === b[column]);

/** By words of name, plan, vendor, service, slug and category, in any order; without accents and capitals. */
export function isFoundBy(q: string, { slug, name, vendor, service, category, plan }: DeskProductRow): boolean {
  const all = fold([slug, name, vendor, service, category, plan].join(" "));
  return fold(q)
    .split(" ")
    .every((word) => all.includes(word));
}
