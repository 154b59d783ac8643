import "server-only";
import { readPriceNames } from "@/lib/catalogue/prices/rows/names-data";
import { toPrice } from "@/lib/catalogue/prices/rows/record-rules";
import type { Price } from "@/lib/catalogue/prices/schema";
import { toProduct } from "@/lib/catalogue/products/data";
import { publishedDb } from "@/lib/platform/db";
import type { Version } from "@/lib/versions/current";
import { keepDifferences } from "./difference-rules";
import type { ChangedFields } from "./rules";
import type { VersionStep } from "./sql";
import type { ListedPriceChange, ObservationChange, ProductChange, RateChange } from "./steps-data";

export type FoundChange = {
  step: VersionStep;
  change: ProductChange | ListedPriceChange | ObservationChange | RateChange;
};

type Described = { object: string; key: Record<string, string>; before: string | null; after: string | null };

/** `fields`: whole records, or of those that have both what differs. */
export async function writeChanges(found: readonly FoundChange[], fields: ChangedFields): Promise<string> {
  const [prices, products] = await Promise.all([readPrices(found), readProducts(found)]);
  const describe = (step: VersionStep, change: FoundChange["change"]) => {
    if ("slug" in change) return products(step, change);
    if ("observed_on" in change) return toObservation(change);
    return "seriesId" in change ? prices(step, change) : toRate(change);
  };
  const texts = found.map(({ step, change }) => {
    const { object, key, ...whole } = describe(step, change);
    const { before, after } = fields === "changed" ? shorten(whole) : whole;
    const { version } = step.to;
    const id = [version, object, Object.values(key).join("/")].join(":");
    const named = JSON.stringify({ id, version, kind: change.kind, object, key }).slice(0, -1);
    return `${named},"before":${before},"after":${after},"reason":${JSON.stringify(change.reason)}}`;
  });
  return `[${texts.join(",")}]`;
}

function shorten(whole: Pick<Described, "before" | "after">): Pick<Described, "before" | "after"> {
  const { before, after } = whole;
  if (before === null || after === null) return whole;
  const different = keepDifferences(JSON.parse(before), JSON.parse(after));
  return { before: JSON.stringify(different.before), after: JSON.stringify(different.after) };
}

const toObservation = ({
  seriesId: _,
  kind: __,
  reason: ___,
  before,
  after,
  ...key
}: ObservationChange): Described => ({
  object: "observation",
  key,
  before,
  after,
});

const toRate = ({ currency, date, source, before, after }: RateChange): Described => ({
  object: "rate",
  key: { currency, date, source },
  before,
  after,
});

async function readPrices(
  found: readonly FoundChange[],
): Promise<(step: VersionStep, change: ListedPriceChange) => Described> {
  const listed = listVersions(found, (change) =>
    "seriesId" in change && !("observed_on" in change) ? change.seriesId : undefined,
  );
  const ids = listed.flatMap(({ keys }) => keys);
  const [find, namesIn, series] = await Promise.all([
    findPrices(listed),
    Promise.all(listed.map(async ({ version }) => [version.id, await readPriceNames(version)] as const)),
    publishedDb().series.findMany({ where: { id: { in: [...new Set(ids)] } } }),
  ]);
  const seriesOf = new Map(series.map((one) => [one.id, one]));
  const namesOf = new Map(namesIn);
  const findNamed = (version: Version, seriesId: number) => {
    const price = find(version, seriesId);
    return price && { ...price, ...namesOf.get(version.id)?.(price) };
  };
  return ({ from, to }, { seriesId }) => {
    const { product = "", country = "", platform = "", period = "" } = seriesOf.get(seriesId) ?? {};
    const key = { product, country, platform, period };
    return { object: "price", key, before: write(findNamed(from, seriesId)), after: write(findNamed(to, seriesId)) };
  };
}

async function readProducts(
  found: readonly FoundChange[],
): Promise<(step: VersionStep, change: ProductChange) => Described> {
  const listed = listVersions(found, (change) => ("slug" in change ? change.slug : undefined));
  const rows = await publishedDb().product.findMany({
    where: { OR: listed.map(({ version, keys }) => ({ versionId: version.id, slug: { in: keys } })) },
  });
  const idsIn = ({ id }: Version) =>
    rows
      .filter(({ versionId }) => versionId === id)
      .flatMap(({ cheapestId, mostExpensiveId, exTaxCheapestId }) => [cheapestId, mostExpensiveId, exTaxCheapestId])
      .filter((seriesId) => seriesId !== null);
  const findPrice = await findPrices(listed.map(({ version }) => ({ version, keys: idsIn(version) })));
  const rowOf = new Map(rows.map((row) => [`${row.versionId} ${row.slug}`, row]));
  const find = (version: Version, slug: string) => {
    const row = rowOf.get(`${version.id} ${slug}`);
    return row ? toProduct(row, (id) => findPrice(version, id)) : null;
  };
  return ({ from, to }, { slug }) => ({
    object: "product",
    key: { product: slug },
    before: write(find(from, slug)),
    after: write(find(to, slug)),
  });
}

const write = (record: object | null) => (record === null ? null : JSON.stringify(record));

async function findPrices(listed: readonly { version: Version; keys: number[] }[]) {
  const rows = await publishedDb().price.findMany({
    where: { OR: listed.map(({ version, keys }) => ({ versionId: version.id, seriesId: { in: keys } })) },
  });
  const rowOf = new Map(rows.map((row) => [`${row.versionId} ${row.seriesId}`, row]));
  return (version: Version, seriesId: number): Price | null => {
    const row = rowOf.get(`${version.id} ${seriesId}`);
    return row ? toPrice(row) : null;
  };
}

function listVersions<K>(
  found: readonly FoundChange[],
  keyOf: (change: FoundChange["change"]) => K | undefined,
): { version: Version; keys: K[] }[] {
  const listed = new Map<number, { version: Version; keys: K[] }>();
  for (const { step, change } of found) {
    const key = keyOf(change);
    if (key === undefined) continue;
    for (const version of [step.from, step.to]) {
      const entry = listed.get(version.id) ?? { version, keys: [] };
      entry.keys.push(key);
      listed.set(version.id, entry);
    }
  }
  return [...listed.values()];
}
