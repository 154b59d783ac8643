import "server-only";
import { categoryName } from "@/lib/catalogue/products/rules";
import type { DeskProductRow, DraftProduct, KnownProduct } from "@/lib/desk/products/form/rules";
import { db } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";

const COLUMNS = {
  slug: true,
  name: true,
  vendor: true,
  service: true,
  category: true,
  plan: true,
  website: true,
  inBasket: true,
  samePlanAs: true,
} as const;

const OPEN = ["draft", "waiting", "approved"];

/** Products that stand, by name, and those that wait in undecided change sets of the desk. */
export async function listKnownProducts(): Promise<KnownProduct[]> {
  const [valid, waiting] = await Promise.all([
    db().productEntry.findMany({
      where: { supersededIn: null },
      select: COLUMNS,
      orderBy: [{ name: "asc" }, { plan: "asc" }, { slug: "asc" }],
    }),
    db().deskProduct.findMany({
      where: { kind: "save", changeSet: { state: { in: OPEN } } },
      select: { ...COLUMNS, changeSetId: true },
      orderBy: { id: "asc" },
    }),
  ]);
  return [...valid.map((row) => ({ ...row, changeSetId: null })), ...waiting];
}

export const findValidProduct = (slug: string): Promise<DeskProductRow | null> =>
  db().productEntry.findFirst({ where: { slug, supersededIn: null }, select: COLUMNS });

/** Slugs of all plans of a service. */
export async function listValidPlans(service: string): Promise<string[]> {
  const rows = await db().productEntry.findMany({
    where: { service, supersededIn: null },
    select: { slug: true },
    orderBy: { slug: "asc" },
  });
  return rows.map(({ slug }) => slug);
}

/** Those of the products that are known. */
export const toCategoryChoices = (known: readonly { category: string }[]): { value: string; label: string }[] =>
  [...new Set(known.map(({ category }) => category))]
    .map((value) => ({ value, label: categoryName(value) }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));

/** Its listed prices, each with the day of its newest reading. */
export const listListed = ({ id }: Version, slug: string): Promise<{ seriesId: number; verifiedOn: Date }[]> =>
  db().price.findMany({
    where: { versionId: id, productSlug: slug },
    select: { seriesId: true, verifiedOn: true },
    orderBy: { seriesId: "asc" },
  });

/** Why a product cannot be removed: what else names it. Null where nothing does. */
export async function findNaming(slug: string): Promise<string | null> {
  const [read, noted, entered, told, door] = await Promise.all([
    db().observation.findFirst({ where: { series: { product: slug } }, select: { id: true } }),
    db().evidenceEntry.findFirst({ where: { product: slug, supersededIn: null }, select: { entryId: true } }),
    db().deskEntry.findFirst({
      where: { product: slug, changeSet: { state: { in: OPEN } } },
      select: { changeSetId: true },
    }),
    db().accessEntry.findFirst({
      where: { product: slug, supersededIn: null, sentence: { not: null } },
      select: { entryId: true },
    }),
    db().productEntry.findFirst({ where: { samePlanAs: slug, supersededIn: null }, select: { slug: true } }),
  ]);
  if (told !== null) return "It has sentences about buying it from abroad: withdraw them first.";
  if (door !== null) return `${door.slug} is marked as the same plan.`;
  if (read !== null || noted !== null) return "It has prices, or had some: retire it instead.";
  return entered === null ? null : `Change set ${entered.changeSetId} has a price of it.`;
}

export async function listDraftProducts(changeSetId: number): Promise<DraftProduct[]> {
  const rows = await db().deskProduct.findMany({
    where: { changeSetId },
    select: { ...COLUMNS, id: true, kind: true },
    orderBy: { id: "asc" },
  });
  const valid = await db().productEntry.findMany({
    where: { supersededIn: null, slug: { in: rows.map(({ slug }) => slug) } },
    select: { slug: true },
  });
  const known = new Set(valid.map(({ slug }) => slug));
  return rows.map(({ kind, ...row }) => ({
    ...row,
    kind: kind === "remove" ? "remove" : "save",
    isNew: !known.has(row.slug),
  }));
}
