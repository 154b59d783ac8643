import { findMissing, readFigures } from "../support/shown-figures";
import { expect, test } from "./visitor";

const COUNTRIES = ["TR", "US", "DE", "IN", "AQ"];
const LENSES = ["", "tax=excluded", "share=income"];

/** States of pages: filters, order and lens. */
const STATES = [
  ...LENSES.map((lens) => `/?${lens}`),
  ...LENSES.flatMap((lens) =>
    ["", "sort=name", "sort=model&order=descending"].map((sort) => `/countries?${lens}&${sort}`),
  ),
  ...COUNTRIES.flatMap((code) => LENSES.map((lens) => `/countries/${code}?${lens}`)),
  ...["category=streaming", "platform=ios", "period=yearly", "sort=usd", "sort=verified&order=descending"].map(
    (filter) => `/countries/TR?${filter}`,
  ),
  ...["", "q=netflix", "q=music", "category=ai", "country=TR", "country=TR&category=streaming", "platform=ios"].flatMap(
    (filter) => [`/services?${filter}`, `/services?${filter}&sort=cheapest`],
  ),
  ...["sort=spread", "sort=changed", "sort=name&page=2", "period=yearly&sort=spread", "view=cards"].map(
    (order) => `/services?${order}`,
  ),
  ...["chatgpt", "duolingo"].flatMap((slug) => LENSES.map((lens) => `/services/${slug}?${lens}`)),
  ...["", "basis=model", "basis=median&tax=excluded", "base=DE", "basis=product:netflix&round=3"].map(
    (basis) => `/multipliers?${basis}`,
  ),
].map((state) => state.replace("?&", "?").replace(/[?&]$/, ""));

test("there are 60 states", () => expect(new Set(STATES).size).toBeGreaterThanOrEqual(60));

for (const state of STATES) {
  test(`every number of ${state} is in the answer of the call that its figure names`, async ({ page }) => {
    await page.goto(state);
    const figures = await readFigures(page);
    expect(figures.length).toBeGreaterThan(0);
    expect(await page.content()).not.toContain("The nearest call there is");
    for (const figure of figures) {
      const sender = [10, 0, 0, 0].map((first) => first || Math.floor(Math.random() * 256)).join(".");
      const response = await page.request.get(figure.call, { headers: { "x-forwarded-for": sender } });
      expect(response.status(), figure.call).toBe(200);
      const { meta: _meta, ...answer } = await response.json();
      expect(findMissing(figure, answer), `${figure.title}: ${figure.call}`).toEqual([]);
    }
  });
}
