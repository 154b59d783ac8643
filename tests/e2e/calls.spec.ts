import { newSender } from "../support/sender";
import { findMissing, readFigures } from "../support/shown-figures";
import { expect, test } from "./visitor";

const COUNTRIES = ["TR", "US", "DE", "AQ"];
const LENSES = ["", "tax=excluded", "share=income"];
const COMPARED = "products=netflix,spotify,youtube,disney-plus&countries=US,TR,DE,IN,AQ";

/** States of pages: filters, order, lens, currency and day. */
const STATES = [
  ...["", "tax=excluded", "share=income&currency=TRY", "currency=EUR"].map((choice) => `/?${choice}`),
  ...["sort=name", "sort=model&order=descending", "tax=excluded", "share=income", "currency=JPY"].map(
    (choice) => `/countries?${choice}`,
  ),
  ...COUNTRIES.flatMap((code) => LENSES.map((lens) => `/countries/${code}?${lens}`)),
  ...["category=streaming", "platform=ios", "period=yearly", "sort=usd", "sort=verified&order=descending"].map(
    (filter) => `/countries/TR?${filter}`,
  ),
  ...["currency=EUR", "currency=VND&tax=excluded", "date=2025-06-01", "date=2026-09-01&currency=GBP&page=2"].map(
    (choice) => `/countries/TR?${choice}`,
  ),
  ...["", "q=netflix", "q=music&currency=EUR", "category=ai", "country=TR", "country=TR&category=streaming"].map(
    (filter) => `/services?${filter}`,
  ),
  ...["sort=cheapest&currency=VND", "sort=spread", "sort=changed", "sort=name&page=2", "period=yearly&sort=spread"].map(
    (order) => `/services?${order}`,
  ),
  ...["view=cards&currency=INR", "country=DE&currency=EUR&platform=ios"].map((choice) => `/services?${choice}`),
  ...["chatgpt?", "duolingo?tax=excluded", "chatgpt?share=income&currency=TRY", "netflix?", "netflix?tax=excluded"].map(
    (choice) => `/services/${choice}`,
  ),
  ...["currency=EUR&page=3", "platform=ios&currency=VND", "region=Europe&sort=vs", "country=TR&history=TR,US"].map(
    (choice) => `/services/netflix?${choice}`,
  ),
  ...["date=2025-06-01", "date=2025-06-01&currency=GBP&sort=vs", "date=2024-03-01&tax=excluded"].map(
    (choice) => `/services/netflix?${choice}`,
  ),
  ...["", "currency=EUR", "tax=excluded", "share=income", "order=total&currency=VND", "date=2025-06-01"].map(
    (choice) => `/compare?${COMPARED}&${choice}`,
  ),
  ...["", "basis=model", "basis=median&tax=excluded", "base=DE", "basis=product:netflix&round=3"].map(
    (basis) => `/multipliers?${basis}`,
  ),
].map((state) => state.replace("?&", "?").replace(/[?&]$/, ""));

/** States that are read side by side. */
const LANES = 4;

test(`every number of ${STATES.length} states of pages is in the answer of the call that its figure names`, async ({
  page,
}) => {
  test.setTimeout(180_000);
  expect(new Set(STATES).size).toBeGreaterThanOrEqual(60);
  const read = async (path: string) => {
    const response = await page.request.get(path, { headers: { "x-forwarded-for": newSender() } });
    expect(response.status(), path).toBe(200);
    return response;
  };
  const answers = new Map<string, Promise<{ meta?: unknown }>>();
  const answerOf = (call: string) => {
    const answer = answers.get(call) ?? read(call).then((response) => response.json());
    answers.set(call, answer);
    return answer;
  };
  const missing: string[] = [];
  const left = [...STATES];
  const readOn = async (): Promise<void> => {
    for (let state = left.shift(); state !== undefined; state = left.shift()) {
      const html = await (await read(state)).text();
      expect(html).not.toContain("The nearest call there is");
      const figures = await readFigures(page, html);
      if (figures.length === 0) missing.push(`${state} has no figure`);
      for (const figure of figures) {
        const { meta: _, ...answer } = await answerOf(figure.call);
        for (const one of findMissing(figure, answer)) missing.push(`${state}: ${one}, not in ${figure.call}`);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, readOn));
  expect(missing).toEqual([]);
});
