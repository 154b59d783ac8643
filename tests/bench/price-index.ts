import { CountryProductDummyIndex } from "@/lib/catalogue/price-index/country-product-dummy";
import { PERIODS, PLATFORMS } from "@/lib/contract/codes";
import { seedRandom } from "@/tests/support/random";

/** Prints how long the model index takes: `npx tsx tests/bench/price-index.ts`. */
function measure(countries: number, products: number, kindsPerProduct: number): void {
  const random = seedRandom(1);
  const prices = countries * products * kindsPerProduct;
  const index = new CountryProductDummyIndex(prices);
  const addStart = performance.now();
  for (let product = 0; product < products; product++) {
    for (let kind = 0; kind < kindsPerProduct; kind++) {
      const platform = PLATFORMS[kind % PLATFORMS.length] ?? "ios";
      const period = PERIODS[Math.floor(kind / PLATFORMS.length)] ?? "monthly";
      for (let number = 0; number < countries; number++) {
        const country = number === 0 ? "US" : `C${number}`;
        index.add({ country, product: `product-${product}`, platform, period, usdMonthly: 5 + 5 * random() });
      }
    }
  }
  const solveStart = performance.now();
  const published = index.solve().levels.filter((level) => level.status === "published").length;
  const solveMs = performance.now() - solveStart;
  console.log(
    `${countries} countries x ${products * kindsPerProduct} items, ${prices} prices: added in ` +
      `${Math.round(solveStart - addStart)} ms, solved with all errors in ${Math.round(solveMs)} ms (${published} levels)`,
  );
}

// The first run includes compilation by V8.
for (let run = 0; run < 3; run++) measure(200, 500, 1);
measure(250, 1_000, 4);
