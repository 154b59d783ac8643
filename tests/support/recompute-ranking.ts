// Ranks prices as the methodology says it, without code of the product.

export type Listed = {
  product: string;
  country: string;
  verified_on: string;
  /** US dollars a month in the tax view; null where they are not known, or at a stale rate. */
  usd: number | null;
  evidence: string;
  outdated: boolean;
};

export type Ranked<P> = { ranking: "certain" | "uncertain" | "last_seen" | "none"; ranked: P[] };

const isDoubted = ({ evidence }: Listed) => evidence === "highest_period_open" || evidence === "contradicted";
const countriesOf = (prices: readonly Listed[]) => new Set(prices.map(({ country }) => country));

/** `prices`: all of one product, in the order of the API. `indexed`: countries of the index. */
export function rankPrices<P extends Listed>(prices: readonly P[], indexed: ReadonlySet<string>): Ranked<P> {
  const valid = prices.filter(({ usd }) => usd !== null);
  if (valid.length === 0) return { ranking: "none", ranked: [] };
  const fresh = valid.filter(({ outdated }) => !outdated);
  const countIndexed = (some: readonly P[]) => [...countriesOf(some)].filter((country) => indexed.has(country)).length;
  const isLastSeen = fresh.length === 0 || countIndexed(fresh) < countIndexed(valid) / 2;
  const compared = isLastSeen ? valid : fresh;
  const lowest = [...countriesOf(compared)].map((country) => {
    const there = compared.filter((price) => price.country === country);
    const undoubted = there.filter((price) => !isDoubted(price));
    const [first, ...others] = undoubted.length > 0 ? undoubted : there;
    if (first === undefined) throw new Error("a country without a price");
    return others.reduce((best, price) => (Number(price.usd) < Number(best.usd) ? price : best), first);
  });
  const undoubted = lowest.filter((price) => !isDoubted(price));
  const isCertain =
    (undoubted.length >= 3 && undoubted.length >= lowest.length / 2) ||
    (lowest.length <= 2 && undoubted.length === lowest.length);
  return {
    ranking: isLastSeen ? "last_seen" : isCertain ? "certain" : "uncertain",
    ranked: isCertain ? undoubted : lowest,
  };
}

const DAY_MS = 86_400_000;

/** The day by which half of these had been read. */
export const middleOf = (days: readonly string[]): string | undefined =>
  [...days].sort()[Math.ceil(days.length / 2) - 1];

export const isOld = (readOn: string, middleDay: string): boolean =>
  Date.parse(middleDay) - Date.parse(readOn) > 120 * DAY_MS;
