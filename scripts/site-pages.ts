/** Pages for screenshots, weights and accessibility checks, by a name that is also the file name. */
export const SITE_PAGES: Readonly<Record<string, string>> = {
  home: "/",
  services: "/services",
  "services-country": "/services?country=DE&sort=cheapest",
  "services-cards": "/services?category=streaming&view=cards",
  "services-empty": "/services?q=netflx&platform=ios",
  product: "/services/netflix",
  countries: "/countries",
  country: "/countries/TR",
  compare: "/compare?countries=US,TR,DE,IN,BR&products=netflix,spotify,youtube,disney-plus",
  "compare-empty": "/compare",
  docs: "/docs",
  "docs-errors": "/docs/errors",
  "docs-methodology": "/docs/methodology",
  "docs-data": "/docs/data",
  about: "/about",
  "not-found": "/services/netflx",
};
