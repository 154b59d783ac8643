/** Pages of the reference by the end of their address, which `readReference` makes of a path, and their names in lists. */
export const ENDPOINT_PAGES: Readonly<Record<string, string>> = {
  services: "Services",
  "services-slug": "One service",
  countries: "Countries",
  "countries-code": "One country",
  prices: "Prices",
  history: "History",
  compare: "Compare",
  export: "Export",
  versions: "Versions",
  changes: "Changes",
  categories: "Categories",
  rates: "Exchange rates",
  sources: "Sources",
};
