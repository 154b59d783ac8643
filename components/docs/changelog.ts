/** What users of the API and of the data have to know, newest first; `version` is that of the OpenAPI document. */
export const CHANGES: readonly { version: string; day: string; items: readonly string[] }[] = [
  {
    version: "1.1.0",
    day: "2026-11-22",
    items: [
      "Index: 95 % interval of the median, errors of the model clustered by product (its intervals changed; the classical error is `se_classical`), shared ranks, shares of equal and of the most frequent differences, common basket, change since the version before.",
      "Exports `rates` and `differences`, `version=all` for the index, `in_basket` on products, `fx_source` on prices and history, `levels` on compare.",
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
