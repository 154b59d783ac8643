const HEADER = "product,country,platform,period,amount,currency,observed_on,source,source_url";
const PRODUCTS = ["netflix", "youtube", "spotify", "zoom"];
const COUNTRIES = ["TR", "US", "DE", "GB", "EG"];
const SERIES = 120;
const DAYS = 1_000;

/** Up to a million prices, of series and days that the bundled dataset does not have. */
export function makePrices(count: number): string {
  const days = Math.max(DAYS, Math.ceil(count / SERIES));
  const rows = Array.from({ length: count }, (_, place) => {
    const day = new Date(Date.UTC(2022, 0, 1 - days + (place % days))).toISOString().slice(0, 10);
    const series = Math.floor(place / days);
    const product = PRODUCTS[Math.floor(series / 5) % 4];
    const platform = ["android", "ios", "web"][Math.floor(series / 40) % 3];
    const period = series % 40 < 20 ? "monthly" : "yearly";
    return `${product},${COUNTRIES[series % 5]},${platform},${period},${5 + (place % 7)}.99,USD,${day},netflix-prices,https://a.example/`;
  });
  return [HEADER, ...rows].join("\n");
}
