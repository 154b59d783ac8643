import { expect, test } from "vitest";
import { listProducts } from "@/app/api/services/contract";
import { get, newSender } from "../support/api";
import { scale } from "../support/fault-scale";
import { mainOf, textOf } from "../support/page-text";
import { readIndexed } from "../support/ranking-invariants";
import { createDatabase, startServer } from "../support/server";
import { startOn } from "../support/shifted-clock";
import { isAged } from "../support/test-days";

// What prices say does not depend on the day of the visit, but for how long ago they were read.

const CLOCKS = scale(
  ["2026-12-01", "2025-06-01", "2027-01-15", "2027-09-01", "2031-03-01"],
  ["2026-12-01", "2027-01-15"],
);
const CALLS = [
  "/api/services?page_size=200",
  "/api/prices?page_size=200",
  "/api/prices?best=country&product=kimi",
  "/api/countries",
  "/api/countries?base=DE&tax=excluded",
  "/api/countries/TR",
  "/api/categories",
  "/api/compare?products=netflix,spotify,tinder&countries=US,DE,TR,IN",
  "/api/compare?products=netflix,spotify&countries=all",
  "/api/history?product=netflix&country=TR",
  "/api/changes?since=2026-09-29.1",
  "/api/rates",
  ...["prices", "products", "index", "differences"].map((name) => `/api/export?dataset=${name}&format=csv`),
];

/** Without what a clock says: the age of the rates. */
const ageless = (text: string, base: string) =>
  text.replaceAll(base, "").replaceAll(/"fx_age_days":\d+/g, '"fx_age_days":0');

const PRESENT = /\b(?:today|now|currently|current)\b/i;

test("on any day rankings, index and answers are the same; no page calls a price of today, and old ones say so", async () => {
  await using database = await createDatabase("bundled");
  const { data } = listProducts.response.parse((await get("/api/services?page_size=200")).body);
  const slugs = data.map(({ product }) => product);
  const kinds = ["certain", "uncertain", "last_seen", "none"].flatMap((kind) =>
    data
      .filter(({ ranking }) => ranking === kind)
      .map(({ product }) => product)
      .slice(0, 8),
  );
  const indexed = [...(await readIndexed())];
  const calls = [...CALLS, ...kinds.slice(0, scale(26, 6)).map((slug) => `/api/services/${slug}`)];
  const pages = [
    "/",
    "/services",
    "/countries",
    "/compare",
    "/coverage",
    "/multipliers",
    "/about",
    "/?tax=excluded",
    "/?share=income",
    "/countries?home=DE",
    "/services?sort=cheapest",
    "/compare?products=netflix,spotify&countries=US,DE,TR,IN",
    ...kinds.map((slug) => `/services/${slug}`),
    ...["AT", "AQ", ...indexed].map((code) => `/countries/${code}`),
    "/services/netflix?tax=excluded",
    "/services/netflix?share=income",
    "/embed/services/netflix",
    "/embed/index",
    ...slugs.slice(0, 12).map((slug) => `/services/${slug}?home=DE`),
  ].slice(0, scale(100, 12));
  if (CLOCKS.length > 2) expect(pages.length).toBeGreaterThanOrEqual(60);

  const answers = new Map<string, string>();
  for (const clock of CLOCKS) {
    await using server = await startServer({ DATABASE_URL: database.url, ...startOn(clock) });
    const read = async (path: string) => {
      const reply = await get(path, { base: server.url, headers: { "x-forwarded-for": newSender() } });
      expect([clock, path, reply.status]).toEqual([clock, path, 200]);
      return reply.text;
    };
    for (const path of calls) {
      const text = ageless(await read(path), server.url);
      expect([clock, path, text === (answers.get(path) ?? text)]).toEqual([clock, path, true]);
      answers.set(path, text);
    }
    for (const path of pages) {
      const html = await read(path);
      const text = textOf(path.startsWith("/embed") ? html : mainOf(html));
      expect([clock, path, PRESENT.exec(text)?.[0]]).toEqual([clock, path, undefined]);
      const isSaid = textOf(html).includes("Half of the prices here were read before 7 September 2026");
      if (!path.startsWith("/embed")) expect([clock, path, isSaid]).toEqual([clock, path, isAged(clock)]);
      if (isAged(clock) && path.startsWith("/services?"))
        expect([clock, path, /[\u2212-]\d+%/.exec(text)?.[0]]).toEqual([clock, path, undefined]);
      if (isAged(clock)) expect([clock, path, /\bsaves?\b/i.exec(text)?.[0]]).toEqual([clock, path, undefined]);
    }
  }
}, 3_600_000);
