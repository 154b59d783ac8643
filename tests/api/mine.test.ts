import { beforeAll, describe, expect, test } from "vitest";
import { get } from "@/tests/support/api";
import { textOf } from "@/tests/support/page-text";
import { seedRandom, shuffle, TEST_SEED } from "@/tests/support/random";
import { type CsvRow, readCsv } from "@/tests/support/recompute-index";

const DRAWN = 300;
const PAGES = 5;
/** Lists of which every column is looked through. */
const LOOKED_THROUGH = 50;

let prices: CsvRow[];
let slugs: string[];
let indexed: string[];
let rateOf: Map<string, number>;
/** Main product of each that is another door to its plan. */
let mainOf: Map<string, string>;

beforeAll(async () => {
  const download = async (dataset: string) => readCsv((await get(`/api/export?dataset=${dataset}&format=csv`)).text);
  const [all, products, index] = await Promise.all([download("prices"), download("products"), download("index")]);
  prices = all;
  slugs = products.map(({ product = "" }) => product);
  mainOf = new Map(
    products.flatMap(({ product = "", same_plan_as }) => (same_plan_as ? [[product, same_plan_as] as const] : [])),
  );
  indexed = index.map(({ country = "" }) => country);
  rateOf = new Map(prices.map(({ currency = "", fx_rate }) => [currency, Number(fx_rate)]));
});

const isDoubted = ({ evidence = "" }: CsvRow) => ["highest_period_open", "contradicted"].includes(evidence);
const usdOf = ({ usd_monthly }: CsvRow) => Number(usd_monthly);

type Drawn = { product: string; plan: CsvRow | undefined; paid: number | undefined };

/** What counts of a subscription in a country, by the export alone; ranked prices only where `isRanked`. */
function costIn(country: string, { product, plan }: Drawn, isRanked: boolean): number | null {
  const rows = prices.filter(
    (row) =>
      row.product === product &&
      row.country === country &&
      (plan === undefined || (row.platform === plan.platform && row.period === plan.period)),
  );
  const [ranked] = rows.filter((row) => row.ranked === "TRUE");
  if (ranked !== undefined) return usdOf(ranked);
  const counting = rows.filter((row) => row.usd_monthly !== "" && row.fx_stale !== "TRUE" && row.outdated !== "TRUE");
  const [first] = counting.sort((a, b) => Number(isDoubted(a)) - Number(isDoubted(b)) || usdOf(a) - usdOf(b));
  return isRanked || first === undefined ? null : usdOf(first);
}

/** The drawn plan is the only one of its product, so that the export ranks what the list compares. */
const hasOnePlan = (product: string) =>
  new Set(prices.filter((row) => row.product === product).map(({ platform, period }) => `${platform} ${period}`))
    .size === 1;

/** A row has one listed price at home, and for each other country what counts there. */
function expectListed(row: CsvRow, { home, one, isCounted }: { home: string; one: Drawn; isCounted: boolean }): void {
  const { product, amount, platform, period } = row;
  const isListed = (price: CsvRow) =>
    price.product === product && price.country === home && price.platform === platform && price.period === period;
  if (amount !== "") expect(prices.find(isListed)).toMatchObject({ amount, currency: row.currency });
  for (const code of indexed.filter((other) => other !== home)) {
    const there = isCounted ? costIn(code, one, false) : null;
    const what = `${product} in ${code}, at home in ${home}`;
    if (there === null) expect(row[`usd_monthly_${code}`], what).toBe("");
    else expect(Number(row[`usd_monthly_${code}`]), what).toBeCloseTo(there, 3);
  }
}

/** Of what is one plan and has a price at home: what is paid, else the main product, else the first. */
function isCountedOnce(home: string, list: readonly Drawn[], { product }: Drawn): boolean {
  const planOf = (one: Drawn) => mainOf.get(one.product) ?? one.product;
  const same = list.filter(
    (one) =>
      planOf(one) === (mainOf.get(product) ?? product) && (one.paid !== undefined || costIn(home, one, false) !== null),
  );
  const paid = same.filter((one) => one.paid !== undefined);
  const choice = paid.length > 0 ? paid : same;
  return (choice.find((one) => !mainOf.has(one.product)) ?? choice[0])?.product === product;
}

const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0);

test(`what a list costs here, and in its best mix, is what the export says, in ${DRAWN} drawn lists`, async () => {
  const random = seedRandom(TEST_SEED);
  let paying = 0;
  let planned = 0;
  let once = 0;
  for (let drawn = 0; drawn < DRAWN; drawn++) {
    const [home = "DE"] = shuffle(indexed, random);
    const currency = prices.find(({ country }) => country === home)?.currency ?? "USD";
    // In every tenth list some are one plan.
    const from = drawn % 10 === 0 ? [...new Set([...mainOf].flat()), "netflix"] : slugs;
    const list = shuffle(from, random)
      .slice(0, 1 + Math.floor(9 * random()))
      .map((product): Drawn => {
        const [own] = prices.filter((row) => row.product === product && row.country === home);
        const plan = random() < 0.5 && hasOnePlan(product) ? own : undefined;
        const paid = random() < 0.3 ? Math.ceil(random() * 3_000) / 100 : undefined;
        return { product, plan, paid };
      });
    const text = list.map(({ product, plan, paid }) => {
      const billed = plan === undefined ? "" : `${plan.platform}.${plan.period}`;
      return `${product}:${billed}${paid === undefined ? "" : `:${paid}${currency}`}`.replace(/:$/, "");
    });
    const what = `TEST_SEED=${TEST_SEED}: /mine.csv?home=${home}&list=${text}`;
    const answer = await get(`/mine.csv?home=${home}&list=${text}`);
    expect(answer.status, what).toBe(200);
    const rows = readCsv(answer.text);
    expect(
      rows.map(({ product }) => product),
      what,
    ).toEqual(list.map(({ product }) => product));

    const counted: number[] = [];
    const mix: (number | null)[] = [];
    const same: string[] = [];
    for (const [at, one] of list.entries()) {
      const row = rows[at] ?? {};
      const months = one.plan?.period === "yearly" ? 12 : 1;
      const weekly = one.plan?.period === "weekly" ? 52 / 12 : 1;
      const own =
        one.paid === undefined ? costIn(home, one, false) : (one.paid * weekly * (rateOf.get(currency) ?? 1)) / months;
      const shown = row[`usd_monthly_${home}`] ?? "";
      if (own !== null && !isCountedOnce(home, list, one)) {
        same.push(one.product);
        const figures = ["cheapest_country", ...indexed.map((code) => `usd_monthly_${code}`)].map((name) => row[name]);
        expect([row.standing, ...figures].join(""), `${what} ${one.product}`).toBe("same_plan");
        continue;
      }
      if (own === null) expect(shown, `${what} ${one.product}`).toBe("");
      else expect(Number(shown), `${what} ${one.product}`).toBeCloseTo(own, 3);
      if (drawn < LOOKED_THROUGH) expectListed(row, { home, one, isCounted: own !== null });
      if (own === null) continue;
      counted.push(own);
      const elsewhere = indexed.filter((code) => code !== home).flatMap((code) => costIn(code, one, true) ?? []);
      const here = one.paid === undefined ? costIn(home, one, true) : own;
      const best = Math.min(...elsewhere, here ?? Infinity);
      mix.push(best === Infinity ? null : best);
      const cheapest = row.cheapest_country ?? "";
      if (best === Infinity) expect(cheapest, what).toBe("");
      else expect(Number(row[`usd_monthly_${cheapest}`]), `${what} ${one.product}`).toBeCloseTo(best, 3);
      paying += Number(one.paid !== undefined);
      planned += Number(one.plan !== undefined);
    }

    once += same.length;
    if (drawn >= PAGES || counted.length === 0) continue;
    const page = textOf((await get(`/mine?home=${home}&list=${text}&currency=USD`)).text);
    const plans = list.length - same.length;
    const start =
      counted.length < plans
        ? `${counted.length} of your ${plans} subscriptions`
        : plans === 1
          ? "Your subscription"
          : `Your ${plans} subscriptions`;
    expect(page, what).toContain(`${start}: $${sum(counted).toFixed(2)} a month in `);
    if (mix.every((one) => one !== null))
      expect(page, what).toContain(`Each in its cheapest country: $${sum(mix.map(Number)).toFixed(2)} a month.`);
  }
  expect(paying).toBeGreaterThan(50);
  expect(planned).toBeGreaterThan(50);
  expect(once).toBeGreaterThan(10);
});

describe("a list in the address", () => {
  test("of every product there is answers with a page that counts them", async () => {
    const { status, text } = await get(`/mine?home=US&list=${slugs}`);
    expect(status).toBe(200);
    expect(textOf(text)).toMatch(/of your \d+ subscriptions: |Your \d+ subscriptions: /);
  });

  test("counts Excel and OneDrive once, says so, and names the one that stands for both", async () => {
    const list = "microsoft-onedrive,microsoft-excel,spotify";
    const [both, alone] = [list, "microsoft-excel,spotify"].map((one) => get(`/mine?home=DE&currency=USD&list=${one}`));
    const [page, other] = [textOf((await both)?.text ?? ""), textOf((await alone)?.text ?? "")];
    const [sumOfTwo] = /Your 2 subscriptions: \$\d+\.\d\d a month in Germany/.exec(other) ?? [];
    expect(sumOfTwo).toBeDefined();
    expect(page).toContain(sumOfTwo);
    expect(page).toContain(
      "Microsoft OneDrive 365 Personal is the same plan as Microsoft Excel 365 Personal: it counts once.",
    );
    expect(page).toContain("counts with Microsoft Excel 365 Personal");
    expect(page).not.toContain("in no sum");
  });

  test("names what it does not know, and counts the rest", async () => {
    const page = textOf((await get("/mine?home=DE&list=netflix,no-such-product,spotify:fridge.monthly,%3Cb%3E")).text);
    expect(page).toContain("Your subscription: ");
    expect(page).toContain("Not in this dataset, or not any more: no-such-product.");
    expect(page).toContain("spotify:fridge.monthly");
  });

  test("counts no payment in a currency without a rate, and says why", async () => {
    const list = "netflix::5DEM,spotify";
    const [netflix] = readCsv((await get(`/mine.csv?home=DE&list=${list}`)).text);
    expect(netflix).toMatchObject({ standing: "no_rate", usd_monthly_DE: "", paid_amount: "5", paid_currency: "DEM" });
    const page = textOf((await get(`/mine?home=DE&list=${list}`)).text);
    expect(page).toContain("1 of your 2 subscriptions: ");
    expect(page).toContain("no exchange rate");
    expect(page).not.toContain("as you pay it");
  });

  test("of nothing known says so", async () => {
    const { status, text } = await get("/mine?list=no-such-product");
    expect(status).toBe(200);
    expect(textOf(text)).toContain("None of your list is in this dataset");
    expect(textOf(text)).toContain("no-such-product");
  });
});

describe("a list in the cookie", () => {
  const cookie = "mine=!netflix|spotify; country=DE; currency=EUR";

  test("puts its sum into the header of each page, of this reader alone", async () => {
    for (const path of ["/about", "/services/netflix", "/mine"]) {
      const own = await get(path, { headers: { cookie } });
      expect(textOf(own.text), path).toMatch(/My subscriptions: €\d+\.\d\d a month/);
      expect(own.headers.get("cache-control"), path).toMatch(/private/);
      const others = await get(path, { headers: { cookie: "country=DE; currency=EUR" } });
      expect(textOf(others.text), path).not.toContain("My subscriptions: €");
    }
  });

  test("marks its products on their pages", async () => {
    const page = async (slug: string) => textOf((await get(`/services/${slug}`, { headers: { cookie } })).text);
    expect(await page("netflix")).toContain("Among my subscriptions");
    expect(await page("chatgpt")).toContain("I have this");
  });
});
