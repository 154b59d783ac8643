import { addDays, NEWEST_DAY } from "./test-days";

/** Price as it stands, and other amounts that its series had before, in the same currency. */
export type ValidPrice = {
  product: string;
  country: string;
  platform: string;
  period: string;
  amount: number;
  currency: string;
  usd: number;
  before: readonly number[];
};
export const MISTAKES = ["period", "currency", "factor of ten", "stale", "wrong country"] as const;
type Mistake = (typeof MISTAKES)[number];
export type DrawnReading = Omit<ValidPrice, "before"> & { mistake: Mistake | null };

/** After the bundled readings, so that each is the newest of its series. */
export const READ_ON = addDays(NEWEST_DAY, 1);
/** Less than this away from the right amount in US dollars, a mistake is none. */
const LEAST_MISTAKE = 1.05;
const MONTHS_A_YEAR = 12;

/**
 * Draws readings: of valid prices, four of five unchanged and the others a tenth or a fifth away, and of stores that had
 * none, at the prices of others. The first `mistakes` of each kind are wrong.
 */
export function drawReadings(
  prices: readonly ValidPrice[],
  random: () => number,
  count: { readings: number; mistakes: number },
): DrawnReading[] {
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  const money = (amount: number) => Math.round(amount * (amount < 1_000 ? 100 : 1)) / (amount < 1_000 ? 100 : 1);
  const taken = new Set<string>();
  const take = (price: ValidPrice | DrawnReading) => {
    const name = [price.product, price.country, price.platform, price.period].join(" ");
    const isFree = !taken.has(name);
    taken.add(name);
    return isFree;
  };
  const scale = (price: Omit<ValidPrice, "before">, factor: number) => {
    const amount = money(price.amount * factor);
    return { ...price, amount, usd: (price.usd * amount) / price.amount };
  };
  const drawRight = (): DrawnReading => {
    const { before: _, ...price } = pick(prices);
    const isKnown = random() < 0.6 || price.platform !== "ios";
    const moved = scale(price, isKnown && random() < 0.8 ? 1 : pick([0.8, 0.9, 1.1, 1.2]));
    return Object.assign(isKnown ? moved : { ...moved, platform: "android" }, { mistake: null });
  };
  const rates = new Map(prices.map(({ currency, usd, amount }) => [currency, usd / amount]));
  const wrong: Record<Mistake, (right: DrawnReading) => Partial<ValidPrice>> = {
    period: ({ amount, usd, platform, period }) => {
      // A new series is called by the other period, a known one has the amount of it.
      if (platform === "android") return { period: period === "monthly" ? "yearly" : "monthly", usd };
      const factor = period === "yearly" ? 1 / MONTHS_A_YEAR : MONTHS_A_YEAR;
      return { amount: money(amount * factor), usd: usd * factor };
    },
    currency: ({ amount, currency }) => {
      const [other, rate] = pick([...rates].filter(([code]) => code !== currency));
      return { currency: other, usd: amount * rate };
    },
    "factor of ten": ({ amount, usd }) => {
      const factor = pick([10, 0.1]);
      return { amount: money(amount * factor), usd: usd * factor };
    },
    stale: () => ({}),
    "wrong country": ({ product, country, period }) => {
      const elsewhere = prices.filter(
        (one) => one.product === product && one.country !== country && one.period === period,
      );
      return elsewhere.length === 0 ? {} : toFigures(pick(elsewhere));
    },
  };
  const toFigures = ({ amount, currency, usd }: ValidPrice) => ({ amount, currency, usd });
  const drawStale = (): DrawnReading => {
    const { before, ...price } = pick(prices.filter((one) => one.before.length > 0));
    return Object.assign(scale(price, pick(before) / price.amount), { mistake: "stale" as const });
  };
  const drawWrong = (mistake: Mistake): DrawnReading | null => {
    if (mistake === "stale") return drawStale();
    const right = drawRight();
    const made = { ...right, ...wrong[mistake](right), mistake };
    const isSame = made.period === right.period && Math.abs(Math.log(made.usd / right.usd)) < Math.log(LEAST_MISTAKE);
    return isSame ? null : made;
  };
  const drawn: DrawnReading[] = [];
  const add = (most: number, draw: () => DrawnReading | null) => {
    while (drawn.length < most) {
      const reading = draw();
      if (reading !== null && reading.amount > 0 && take(reading)) drawn.push(reading);
    }
  };
  for (const [at, mistake] of MISTAKES.entries()) add((at + 1) * count.mistakes, () => drawWrong(mistake));
  add(count.readings, drawRight);
  return drawn;
}
