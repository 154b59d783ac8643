/** Changes that matter to users of the API and the data, newest first; `version` is that of the OpenAPI document. */
export const CHANGES: readonly { version: string; day: string; items: readonly string[] }[] = [
  {
    version: "1.1.0",
    day: "2026-11-22",
    items: [
      "Lists may be given as repeated parameters too: `products=a&products=b`.",
      "Unknown parameters are refused on every path, `/api/health` and the feed included; empty pairs (`?a=1&`) are skipped.",
      "A key sent as `Authorization` is a 400 that names `x-api-key`; it was taken for no key at all.",
      "Pages of other origins may send any header and read `Content-Range`, `Accept-Ranges` and the rest; the feed and `llms.txt` too.",
      "`instance` of a problem is `urn:uuid:` and the request id.",
      "Exports take `If-Match` and `If-Unmodified-Since` (412). In CSV, text stands in quotes.",
      "Answers that name your limit are `private`. No 60 seconds ever have more requests than the limit.",
      "The OpenAPI document leaves answers open for fields and values to come, and declares every header.",
      "Index: 95 % interval of the median, errors of the model clustered by product (its intervals changed; the classical error is `se_classical`), shared ranks, shares of equal and of the most frequent differences, common basket, change since the version before.",
      "Exports `rates` and `differences`, `version=all` for the index, `in_basket` on products, `fx_source` on prices and history, `levels` on compare.",
      "Prices: `tax` (treatment, rate, amount without it, or the reason why it is not known), `income_share_pct` and `income_year`; the same as columns of the exports of prices.",
      "`tax=excluded` on prices, services, countries and compare: US dollars without tax, null with the reason where that is not known. Countries: `ex_tax`, the median index without tax beside the one as shown over the same products; `income` and `purchasing_power`. Prices: `ppp_ratio`, `ppp_year`, and the reasons `income_reason` and `ppp_reason`.",
      "`/api/countries/{code}`, `/api/categories`, `/api/rates`, `/api/sources` and `/api/summary`: a call for what pages show of one country, of categories, rates and sources, and at first. `/api/key` has your requests of the last 30 days.",
      "`/api/multipliers`: factors for pricing by country, by the median, the model or one product, with interval and number of products; `/multipliers` shows them as a table.",
      "Pages of the map, the ranking, countries, products and comparisons: `?tax=excluded` and `?share=income` show prices without tax and as a share of an average income.",
      "Export `countries`: every country with prices, its tax rate, income and price level. The index has its median without tax, history the tax rate of the day.",
      "All US dollars stand at one rate day, the index’s too. A price whose currency has no rate of the last ten days has `fx_stale`, and takes no part in cheapest, totals, medians and index.",
      "Totals and savings of compare are rounded once, from unrounded dollars. In CSV, true and false are `TRUE` and `FALSE`.",
      "The feed and the day of the last change pass over redenominations (BGN to EUR at 1.95583, for example).",
      "Exports are sent in brotli too.",
      "The European Central Bank’s rates of every working day since January 2023 are in the dataset: history, the export `rates` and past days stand at rates nearer to their day.",
    ],
  },
  {
    version: "1.0.0",
    day: "2026-11-20",
    items: [
      "First release: services, one service, countries, prices, compare, export.",
      "Two price indexes for each country: the median relative and the country-product-dummy estimate.",
      "Exports of prices, products, index and history as CSV and JSON.",
    ],
  },
];
