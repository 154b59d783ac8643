import { writeFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { createDatabaseFrom } from "../support/database";
import { writeImport } from "../support/numbered-import";
import { runScript } from "../support/run-script";
import { newSender } from "../support/sender";
import { findMissing, readFigures } from "../support/shown-figures";
import { spawnServer } from "../support/spawn-server";
import { publishLaterReading } from "./staff";
import { expect, test } from "./visitor";

const COUNTRIES = ["TR", "US", "DE", "AQ"];
const LENSES = ["", "tax=excluded", "share=income"];
const COMPARED = "products=netflix,spotify,youtube,disney-plus&countries=US,TR,DE,IN,AQ";

const STATES = [
  ...["", "tax=excluded", "share=income&currency=TRY", "currency=EUR"].map((choice) => `/?${choice}`),
  ...["sort=name", "sort=share&order=descending", "tax=excluded", "share=income", "currency=JPY"].map(
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
  ...["show=all&currency=INR", "country=DE&currency=EUR&platform=ios"].map((choice) => `/services?${choice}`),
  ...["chatgpt?", "duolingo?tax=excluded", "chatgpt?share=income&currency=TRY", "netflix?", "netflix?tax=excluded"].map(
    (choice) => `/services/${choice}`,
  ),
  ...["currency=EUR&rows=all", "platform=ios&currency=VND", "region=Europe&sort=vs", "country=TR&history=TR,US"].map(
    (choice) => `/services/netflix?${choice}`,
  ),
  ...["date=2025-06-01", "date=2025-06-01&currency=GBP&sort=vs", "date=2024-03-01&tax=excluded"].map(
    (choice) => `/services/netflix?${choice}`,
  ),
  ...["", "currency=EUR", "tax=excluded", "share=income", "order=total&currency=VND", "date=2025-06-01"].map(
    (choice) => `/compare?${COMPARED}&${choice}`,
  ),
  ...["", "tax=excluded", "base=DE", "base=DE&tax=excluded", "category=streaming&round=3"].map(
    (basis) => `/multipliers?${basis}`,
  ),
].map((state) => state.replace("?&", "?").replace(/[?&]$/, ""));

const OLD_STATES = [
  "/?tax=excluded",
  "/countries?share=income",
  "/countries/TR?currency=EUR",
  "/countries/TR?date=2026-09-01",
  "/services?country=TR&sort=cheapest",
  "/services/netflix?currency=TRY",
  "/services/netflix?tax=excluded",
  `/compare?${COMPARED}`,
  `/compare?${COMPARED}&currency=EUR&order=total`,
  "/multipliers?base=DE",
];

const LANES = 4;

test(`every number of ${STATES.length} states of pages is in the answer of the call that its figure names`, async ({
  page,
  baseURL,
}) => {
  expect(new Set(STATES).size).toBeGreaterThanOrEqual(60);
  expect(await findUnanswered(page, baseURL ?? "", STATES)).toEqual([]);
});

test("so is every number of pages of an older version, whose calls name it", async ({ page }, info) => {
  await using database = await createDatabaseFrom(process.env.E2E_ADMIN_URL ?? "", "small");
  await publishLaterReading(database.url);
  const files = Object.entries(writeImport(1)).map(([name, lines]) => ({ path: info.outputPath(name), lines }));
  await Promise.all(files.map(({ path, lines }) => writeFile(path, `${lines.join("\n")}\n`)));
  const args = ["--accept-outliers", ...files.map(({ path }) => path)];
  await runScript("scripts/data-import.ts", args, { DATABASE_URL: database.url });
  await using server = await spawnServer({ DATABASE_URL: database.url });
  const { data } = await (await page.request.get(`${server.url}/api/versions`)).json();
  expect(data).toHaveLength(3);
  const states = OLD_STATES.map((state) => `${state}${state.includes("?") ? "&" : "?"}version=${data[1].version}`);
  expect(await findUnanswered(page, server.url, states, `version=${data[1].version}`)).toEqual([]);
});

/** Numbers of pages that their figure's call lacks. Each call must contain `part`. */
async function findUnanswered(page: Page, base: string, states: readonly string[], part = ""): Promise<string[]> {
  const read = async (path: string) => {
    const response = await page.request.get(base + path, {
      headers: { "x-forwarded-for": newSender(), connection: "close" },
    });
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
  const left = [...states];
  const readOn = async (): Promise<void> => {
    for (let state = left.shift(); state !== undefined; state = left.shift()) {
      const html = await (await read(state)).text();
      expect(html).not.toContain("The nearest call there is");
      const figures = await readFigures(page, html);
      if (figures.length === 0) missing.push(`${state} has no figure`);
      for (const figure of figures) {
        for (const call of figure.calls) if (!call.includes(part)) missing.push(`${state}: ${call} without ${part}`);
        const found = await Promise.all(figure.calls.map(answerOf));
        const data = found.map(({ meta: _, ...answer }) => answer);
        for (const one of findMissing(figure, data))
          missing.push(`${state}: ${one}, not in ${figure.calls.join(", ")}`);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, readOn));
  return missing;
}
