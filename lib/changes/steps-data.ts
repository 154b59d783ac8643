import "server-only";
import { longPool } from "@/lib/platform/db";
import { once } from "@/lib/versions/once";
import { CHANGE_KINDS, type ChangeKind, MOST_REVALUED } from "./rules";
import { amountChanges, observationChanges, priceChanges, productChanges, rateChanges, type VersionStep } from "./sql";

type Named = { kind: ChangeKind; reason: string | null };
export type ListedPriceChange = Named & { seriesId: number };
export type ProductChange = Named & { slug: string; categories: readonly (string | null)[] };
export type ObservationChange = Named & { seriesId: number } & Record<"before" | "after", string | null> &
  Record<"product" | "country" | "platform" | "period" | "observed_on", string>;
export type RateChange = Named &
  Record<"currency" | "date" | "source", string> &
  Record<"before" | "after", string | null>;

export type StepChanges = {
  products: readonly ProductChange[];
  /** Packed to save memory: numbers of series and kinds, and reasons by series. */
  prices: { ids: Int32Array; kinds: Uint8Array; reasons: ReadonlyMap<number, string> };
  observations: readonly ObservationChange[];
  rates: readonly RateChange[];
  /** False: too many records are only revalued. */
  hasRevalued: boolean;
};

export const readStep = (step: VersionStep): Promise<StepChanges> =>
  once(step.to, `changes from ${step.from.id}.${step.from.redacted}`, () => compare(step));

async function compare(step: VersionStep): Promise<StepChanges> {
  const [prices, differing, observations, rates] = await Promise.all([
    read<ListedPriceChange & { product: string }>(priceChanges(step)),
    read<ProductChange>(productChanges(step)),
    read<ObservationChange>(observationChanges(step)),
    read<RateChange>(rateChanges(step)),
  ]);
  const moved = new Set(prices.flatMap(({ kind, product }) => (kind === "revalued" ? [] : [product])));
  const products = differing.map(
    (change): ProductChange =>
      change.kind === "revalued" && moved.has(change.slug) ? { ...change, kind: "changed" } : change,
  );
  const isRevalued = ({ kind }: Named) => kind === "revalued";
  const hasRevalued = prices.filter(isRevalued).length + products.filter(isRevalued).length <= MOST_REVALUED;
  const isListed = (change: Named) => hasRevalued || !isRevalued(change);
  const listed = { products: products.filter(isListed), prices: pack(prices.filter(isListed)) };
  return { ...listed, observations, rates, hasRevalued };
}

/** Series whose amounts vendors changed. */
export const readVendorChanges = (step: VersionStep): Promise<ReadonlySet<number>> =>
  once(step.to, `vendor changes from ${step.from.id}.${step.from.redacted}`, async () => {
    const changes = await read<Named & { seriesId: number }>(amountChanges(step));
    return new Set(changes.flatMap(({ seriesId, kind }) => (kind === "changed" ? [seriesId] : [])));
  });

/** Uses the pool without the timeout of answers. */
async function read<T extends object>(sql: string): Promise<T[]> {
  return (await longPool().query<T>(sql)).rows;
}

function pack(changes: readonly ListedPriceChange[]): StepChanges["prices"] {
  return {
    ids: Int32Array.from(changes, ({ seriesId }) => seriesId),
    kinds: Uint8Array.from(changes, ({ kind }) => CHANGE_KINDS.indexOf(kind)),
    reasons: new Map(changes.flatMap(({ seriesId, reason }) => (reason === null ? [] : [[seriesId, reason]]))),
  };
}

export function* unpackPrices({ ids, kinds, reasons }: StepChanges["prices"]): Generator<ListedPriceChange> {
  for (const [at, seriesId] of ids.entries()) {
    const kind = CHANGE_KINDS[kinds[at] ?? 0] ?? "revalued";
    yield { seriesId, kind, reason: reasons.get(seriesId) ?? null };
  }
}
