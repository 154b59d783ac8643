import "server-only";
import type { listChanges } from "@/app/api/changes/contract";
import type { ListQuery } from "@/lib/api/formats";
import type { Problem } from "@/lib/api/problem";
import { toGone } from "@/lib/api/version";
import { JsonText } from "@/lib/contract/json-text";
import { findPublishedVersions } from "@/lib/dataset/data";
import { publishedDb } from "@/lib/platform/db";
import { publicUrl } from "@/lib/platform/env";
import { waitAtMost } from "@/lib/platform/timeout";
import type { Version } from "@/lib/versions/current";
import { type FoundChange, writeChanges } from "./records-data";
import { type CHANGED_OBJECTS, MOST_VERSIONS } from "./rules";
import type { Change } from "./schema";
import type { VersionStep } from "./sql";
import { type ListedPriceChange, readStep, readVendorChanges, type StepChanges, unpackPrices } from "./steps-data";

type Query = ListQuery<typeof listChanges>;

const WAIT_MS = 10_000;

export async function findVersionChanges(
  version: Version,
  query: Query,
): Promise<{ data: JsonText<Change[]>; total: number } | Problem> {
  const steps = findSteps(await findPublishedVersions(), query.since, query.until ?? version.version);
  if ("kind" in steps) return steps;
  const compared = await waitAtMost(WAIT_MS, compareAll(steps));
  if (compared === null) return NOT_READY;
  const asksRevalued = query.kind?.includes("revalued") ?? false;
  if (asksRevalued && !compared.every(({ changes }) => changes.hasRevalued))
    return toWhole(query.since, "moved more US dollars than a list is worth");

  const { cause } = query;
  const filter = await readFilter(version, query);
  const skip = (query.page - 1) * query.page_size;
  const page: FoundChange[] = [];
  let total = 0;
  for (const { step, changes } of compared)
    for (const change of choose(changes, { ...filter, vendorSeries: cause && (await readVendorChanges(step)) })) {
      if (total >= skip && page.length < query.page_size) page.push({ step, change });
      total++;
    }
  return { data: new JsonText<Change[]>(await writeChanges(page, query.fields)), total };
}

const NOT_READY: Problem = {
  kind: "unavailable",
  detail: "These dataset versions are being compared. Please try again shortly.",
  headers: { "Retry-After": "5" },
};

async function compareAll(steps: readonly VersionStep[]) {
  const compared: { step: VersionStep; changes: StepChanges }[] = [];
  for (const step of steps) compared.push({ step, changes: await readStep(step) });
  return compared;
}

/** Returns a problem where no steps connect the versions. */
function findSteps(published: readonly Version[], since: string, until: string): VersionStep[] | Problem {
  const [start, end] = [since, until].map((name) => published.findIndex(({ version }) => version === name));
  const way = published.slice(start, (end ?? -1) + 1);
  const [first] = way;
  if (first === undefined)
    return {
      kind: "bad-parameter",
      detail: "Not accepted: until. See errors for each.",
      errors: [{ code: "conflict", parameter: "until", detail: `${until} was published before ${since}` }],
    };
  if (first.isPruned) return toGone(first);
  if (way.length > MOST_VERSIONS + 1) return toWhole(since, `is more than ${MOST_VERSIONS} versions back`);
  const removed = way.find(({ isPruned }) => isPruned);
  if (removed !== undefined)
    return toWhole(since, `leads over ${removed.version}, whose rows were removed to save space`);
  return way.slice(1).flatMap((to, at) => (way[at] === undefined ? [] : [{ from: way[at], to }]));
}

function toWhole(since: string, why: string): Problem {
  const files = ["prices", "products", "rates"].map((dataset) => `${publicUrl()}/api/export?dataset=${dataset}`);
  return { kind: "gone", detail: `${since} ${why}. Take the whole datasets: ${files.join(", ")}.` };
}

type Filter = Pick<Query, "product" | "country" | "platform" | "category" | "kind" | "object"> & {
  series: ReadonlySet<number> | null;
  /** Of the step; without it, whoever caused a change. */
  vendorSeries?: ReadonlySet<number> | undefined;
  slugs: ReadonlySet<string> | null;
};

async function readFilter({ id: versionId }: Version, query: Query): Promise<Filter> {
  const { product, country, platform, category, kind, object } = query;
  const listed =
    category && (await publishedDb().product.findMany({ where: { versionId, category }, select: { slug: true } }));
  const slugs = listed ? listed.map(({ slug }) => slug) : null;
  const where = {
    ...(country && { country: { in: country } }),
    ...(platform && { platform: { in: platform } }),
    AND: [...(product ? [{ product: { in: product } }] : []), ...(slugs ? [{ product: { in: slugs } }] : [])],
  };
  const series =
    country || platform || product || slugs
      ? await publishedDb().series.findMany({ where, select: { id: true } })
      : null;
  return {
    product,
    country,
    platform,
    category,
    kind,
    object,
    series: series && new Set(series.map(({ id }) => id)),
    slugs: slugs && new Set(slugs),
  };
}

/** Without `kind` all but revalued records. */
function* choose(step: StepChanges, filter: Filter): Generator<FoundChange["change"]> {
  const { product, country, platform, category, kind, object, series, slugs, vendorSeries } = filter;
  const isKind = (change: FoundChange["change"]) => kind?.includes(change.kind) ?? change.kind !== "revalued";
  const isAsked = (name: (typeof CHANGED_OBJECTS)[number]) =>
    (object?.includes(name) ?? true) && (vendorSeries === undefined || name === "price");
  if (isAsked("product") && country === undefined && platform === undefined)
    for (const change of step.products) {
      const isOfCategory = !slugs || slugs.has(change.slug) || change.categories.some((one) => one === category);
      if (isKind(change) && isOfCategory && (product?.includes(change.slug) ?? true)) yield change;
    }
  const isOfSeries = (change: ListedPriceChange) =>
    isKind(change) && series?.has(change.seriesId) !== false && vendorSeries?.has(change.seriesId) !== false;
  if (isAsked("price")) for (const change of unpackPrices(step.prices)) if (isOfSeries(change)) yield change;
  if (isAsked("observation")) for (const change of step.observations) if (isOfSeries(change)) yield change;
  if (isAsked("rate") && series === null) for (const change of step.rates) if (isKind(change)) yield change;
}
