/** What users of the API and of the data have to know, newest first; `version` is that of the OpenAPI document. */
export const CHANGES: readonly { version: string; day: string; items: readonly string[] }[] = [
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
