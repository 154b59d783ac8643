const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const RATES = "currency,date,source,usd_per_unit";
const CORRECTIONS = "product,country,platform,period,observed_on,action,amount,currency,reason,note,source,source_url";
const RATE_CORRECTIONS = "currency,date,source,action,usd_per_unit,reason,note";
const SOURCE = "opentherank-2026-09-30";
const PRODUCTS = ["netflix", "chatgpt", "spotify", "disney-plus"];
const COUNTRIES = ["TR", "US", "DE", "AR", "AQ"];

const dayOf = (number: number) => new Date(Date.UTC(2026, 9, 1) + number * 86_400_000).toISOString().slice(0, 10);
const productOf = (number: number, at: number) => PRODUCTS[(number + at) % PRODUCTS.length] ?? "";

/**
 * Lines of the files of import `number`, counted from 1. Every third has exchange rates, and every third corrects the
 * import before.
 */
export const writeImport = (number: number): Record<string, string[]> =>
  number % 3 === 2 ? writeCorrections(number) : writeReadings(number);

function writeReadings(number: number): Record<string, string[]> {
  const day = dayOf(number);
  const rows = COUNTRIES.map((country, at) => {
    const product = productOf(number, at);
    const isEnded = (number + at) % 7 === 0;
    const amount = isEnded ? "," : `${10 + ((number * 7 + at * 3) % 11)}.99,${country === "TR" ? "TRY" : "USD"}`;
    return `${product},${country},ios,monthly,${amount},${day},${SOURCE},https://opentherank.com/${product}/`;
  });
  const rates = [RATES, `TRY,${day},ecb,0.0${200 + number}`, `EUR,${day},ecb,1.${100 + number}`];
  return { "prices.csv": [HEADER, ...rows], ...(number % 3 === 1 && { "rates.csv": rates }) };
}

function writeCorrections(number: number): Record<string, string[]> {
  const day = dayOf(number - 1);
  const keyOf = (at: number) => `${productOf(number - 1, at)},${COUNTRIES[at]},ios,monthly,${day}`;
  const rate = `TRY,${day},ecb,${number % 2 === 0 ? "replace,0.0333" : "withdraw,"},source_error,`;
  return {
    "corrections.csv": [
      CORRECTIONS,
      `${keyOf(0)},replace,${number}0.49,TRY,typing_error,a digit too few,${SOURCE},https://opentherank.com/${productOf(number - 1, 0)}/`,
      `${keyOf(1)},withdraw,,,wrong_series,,,`,
    ],
    "rate-corrections.csv": [RATE_CORRECTIONS, rate],
  };
}
