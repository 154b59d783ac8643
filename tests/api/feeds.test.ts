import { XMLParser } from "fast-xml-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { groupBy } from "@/lib/contract/group-by";
import { get, send } from "@/tests/support/api";
import { baseUrl } from "@/tests/support/server";

const Run = z.object({
  product: z.string(),
  country: z.string(),
  platform: z.string(),
  period: z.string(),
  amount: z.number(),
  currency: z.string(),
  first_seen_on: z.string(),
});
const Product = z.object({ product: z.string(), category: z.string(), vendor: z.string().nullable() });
const Rows = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row) });
const Address = z.object({ rel: z.string(), href: z.url() });
const Feed = z.object({
  feed: z.object({
    title: z.string(),
    id: z.url(),
    updated: z.iso.datetime(),
    link: z.array(Address),
    entry: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          summary: z.string(),
          published: z.iso.datetime(),
          updated: z.iso.datetime(),
          link: z.array(Address),
          category: z.object({ term: z.string(), label: z.string() }),
        }),
      )
      .default([]),
  }),
});
const Country = z.object({ country: z.string(), region: z.string() });
type Change = z.infer<typeof Run> & { was: number; category: string; vendor: string | null; region: string };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  isArray: (name, path) => name === "entry" || String(path).endsWith("entry.link"),
});
const readFeed = async (search: string) => Feed.parse(parser.parse((await get(`/feed.xml${search}`)).text)).feed;

/** Changes by the exports: the second of two consecutive runs of a series. */
let changes: Change[];
beforeAll(async () => {
  const runs = Rows(Run).parse((await get("/api/export?dataset=history")).body).data;
  const products = Rows(Product).parse((await get("/api/export?dataset=products")).body).data;
  const countries = Rows(Country).parse((await get("/api/countries")).body).data;
  const regions = new Map(countries.map(({ country, region }) => [country, region]));
  const factsOf = new Map(products.map((product) => [product.product, product]));
  const keyOf = ({ product, country, platform, period }: Change) => [product, country, platform, period].join(" ");
  const found: Change[] = [];
  const before = new Map<string, Change>();
  for (const run of runs) {
    const { category = "", vendor = null } = factsOf.get(run.product) ?? {};
    const now = { ...run, was: 0, category, vendor, region: regions.get(run.country) ?? "" };
    const last = before.get(keyOf(now));
    now.was = last?.amount ?? 0;
    before.set(keyOf(now), now);
    if (last && (last.amount !== now.amount || last.currency !== now.currency)) found.push(now);
  }
  changes = found.sort((a, b) => b.first_seen_on.localeCompare(a.first_seen_on) || (keyOf(a) < keyOf(b) ? -1 : 1));
});

const FILTERS: [search: string, isLeft: (change: Change) => boolean, title: string][] = [
  ["", () => true, "price changes"],
  ["?product=netflix", ({ product }) => product === "netflix", "· Netflix Standard"],
  [
    "?product=netflix&product=netflix-premium",
    ({ product }) => /^netflix(-premium)?$/.test(product),
    "Netflix Premium",
  ],
  ["?country=tr,DE", ({ country }) => ["TR", "DE"].includes(country), "· Germany, "],
  ["?category=streaming&platform=web", (one) => one.category === "streaming" && one.platform === "web", "· Streaming"],
  ["?vendor=netflix&period=monthly", (one) => one.vendor === "Netflix" && one.period === "monthly", "· Netflix"],
  ["?region=africa", ({ region }) => region === "Africa", "· Africa"],
  ["?product=netflix&kind=withdrawn", () => false, "· withdrawn"],
];

test.each(FILTERS)(
  "a feed with %j has the newest changes that it leaves, and names them",
  async (search, isLeft, title) => {
    const feed = await readFeed(search);
    const expected = changes
      .filter(isLeft)
      .slice(0, 100)
      .map(({ product, country, platform, period, first_seen_on }) =>
        [product, country, platform, period, first_seen_on].join("/"),
      );
    const listed = feed.entry.map(({ id }) => id.split(":").at(-1));
    expect(listed).toEqual(expected);
    expect(feed.title).toContain(title);
  },
);

describe("a feed", () => {
  test.each(["", "?country=TR&product=netflix"])("is named by its own address, and leads on: %j", async (search) => {
    const feed = await readFeed(search);
    const linkOf = (rel: string) => feed.link.find((link) => link.rel === rel)?.href ?? "";
    expect(new URL(feed.id).pathname + new URL(feed.id).search).toBe(`/feed.xml${search}`);
    expect(linkOf("self")).toBe(feed.id);
    for (const address of [linkOf("alternate"), ...feed.entry.slice(0, 1).map(({ link }) => link[0]?.href ?? "")]) {
      const { pathname, search } = new URL(address);
      expect([address, (await get(pathname + search)).status]).toEqual([address, 200]);
    }
  });

  test("is kept under one spelling, and confirmed to who has it", async () => {
    const one = await get("/feed.xml?product=spotify,netflix&country=tr");
    const other = await get("/feed.xml?country=TR&product=netflix&product=spotify", { reuses: true });
    expect([one.status, one.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(other.bytes.equals(one.bytes)).toBe(true);
    expect(one.text).toContain("?country=TR&");
    expect(one.headers.get("cache-control")).toMatch(/^public, max-age=300,/);
    const etag = one.headers.get("etag") ?? "";
    expect(other.headers.get("etag")).toBe(etag);
    expect(etag).not.toBe((await get("/feed.xml")).headers.get("etag"));
    expect(
      await get("/feed.xml?country=TR&product=netflix,spotify", { headers: { "if-none-match": etag } }),
    ).toMatchObject({
      status: 304,
      text: "",
    });
  });

  test.each([
    ["x=1", "x", "unknown"],
    ["service=netflix", "service", "unknown"],
    ["product=", "product", "empty"],
    ["category=music&category=ai", "category", "repeated"],
    ["product=netflx", "product", "not_in_dataset"],
    ["country=ZZ", "country", "malformed"],
    ["kind=revalued", "kind", "not_allowed"],
    ["version=2026-09-29.1", "version", "unknown"],
  ])("refuses %s", async (search, parameter, code) => {
    const { status, body, headers } = await get(`/feed.xml?${search}`);
    expect([status, headers.get("cache-control")]).toEqual([400, "no-store"]);
    expect(body).toMatchObject({ errors: [{ parameter, code: expect.stringContaining(code) }] });
  });

  test.each(["/feed.json", "/feed.ics"])("has the filters of its former address %s", async (path) => {
    for (const search of ["", "?product=netflix,spotify&country=TR&kind=changed"]) {
      const { status, headers } = await get(path + search);
      const { pathname, search: led } = new URL(headers.get("location") ?? "", baseUrl);
      expect([status, pathname + led]).toEqual([308, `/feed.xml${search}`]);
    }
  });
});

test.each([
  ["/services/netflix", "product=netflix"],
  ["/countries/TR", "country=TR"],
  ["/services?category=streaming", "category=streaming"],
  ["/changes?country=TR&product=netflix", "country=TR&amp;product=netflix"],
])("%s leads to its feed in its head, before that of all changes", async (path, search) => {
  const { text } = await get(path);
  const links = text.match(/<link rel="alternate" type="application\/atom\+xml"[^>]*>/g) ?? [];
  expect(links).toEqual([expect.stringContaining(`/feed.xml?${search}"`), expect.stringMatching(/\/feed\.xml"/)]);
  expect((await get(`/feed.xml?${search.replaceAll("&amp;", "&")}`)).status).toBe(200);
});

test("readers find the page of the changes, and there the feed of what they chose", async () => {
  expect((await get("/services/netflix")).text).toContain('href="/changes?product=netflix"');
  expect((await get("/countries/TR")).text).toContain('href="/changes?country=TR"');
  const { text } = await get("/changes?country=TR&product=netflix");
  expect(text).toContain(`<a href="/feed.xml?country=TR&amp;product=netflix"`);
});

describe("/changes", () => {
  const monthly = () => groupBy(changes, ({ first_seen_on }) => first_seen_on.slice(0, 7));

  test("counts the changes of each month as the export has them", async () => {
    const months = [...monthly()].sort(([a], [b]) => b.localeCompare(a)).slice(0, 3);
    const { text } = await get("/changes");
    for (const [month, listed] of months) {
      const places = new Set(listed.map(({ country }) => country));
      const section = text.slice(text.indexOf(`id="m-${month}"`));
      expect(section.slice(0, 600).replaceAll("<!-- -->", "")).toMatch(
        new RegExp(`${listed.length} prices? in (${places.size}|${WORDS[places.size]}) `),
      );
    }
  });

  test("shows what a change did to the place among countries", async () => {
    const day = "2026-03-06";
    const filter = "product=netflix&platform=web&period=monthly&page_size=200";
    const read = async (page: number) =>
      Rows(
        z.looseObject({ country: z.string(), amount: z.number().nullable(), usd_monthly: z.number().nullable() }),
      ).parse((await get(`/api/prices?${filter}&date=${day}&page=${page}`)).body).data;
    const rows = [...(await read(1)), ...(await read(2))].filter(({ usd_monthly }) => usd_monthly !== null);
    const stepped = new Map(
      changes
        .filter(
          ({ product, platform, first_seen_on }) =>
            product === "netflix" && platform === "web" && first_seen_on === day,
        )
        .map(({ country, was }) => [country, was]),
    );
    expect(stepped.size).toBeGreaterThan(1);
    const before = rows.map(({ country, amount, usd_monthly }) => {
      const was = stepped.get(country);
      return { country, usd: (usd_monthly ?? 0) * (was === undefined ? 1 : was / (amount ?? 1)) };
    });
    const rankOf = (usd: number, all: number[]) => 1 + all.filter((one) => one < usd - 1e-6).length;
    const { text } = await get("/changes?month=2026-03&product=netflix");
    for (const country of stepped.keys()) {
      const now = rows.find((row) => row.country === country)?.usd_monthly ?? 0;
      const old = before.find((row) => row.country === country)?.usd ?? 0;
      const from = rankOf(
        old,
        before.map(({ usd }) => usd),
      );
      const to = rankOf(
        now,
        rows.map(({ usd_monthly }) => usd_monthly ?? 0),
      );
      const row = text
        .slice(text.indexOf(`history=${country}#history`))
        .split("</tr>")[0]
        ?.replaceAll("<!-- -->", "");
      expect(row).toMatch(new RegExp(`>${from}(st|nd|rd|th) to ${to}(st|nd|rd|th) of ${rows.length}<`));
    }
  });

  test("leads programs to the histories that it is made of", async () => {
    for (const [search, api] of [
      ["", "/api/export?dataset=history&amp;format=json"],
      ["?country=TR&product=netflix", "/api/history?country=TR&amp;product=netflix"],
    ] as const) {
      const { text } = await get(`/changes${search}`);
      expect(text.replaceAll("<!-- -->", "")).toContain(`<code>${api}</code>`);
      expect((await get(api.replaceAll("&amp;", "&"))).status).toBe(200);
    }
  });

  test("says why a subscription has no change, and what else there is", async () => {
    const { text } = await get("/changes?product=spotify");
    expect(text).toContain("was read once so far. A change can show from the second reading on.");
    expect(text).toContain('href="/services/spotify"');
  });

  test("leaves out a subscription that is none, and says so", async () => {
    const { text, status } = await get("/changes?product=netflx");
    expect([status, text.includes("netflx")]).toEqual([200, true]);
  });
});

const WORDS = [..."no one two three four five six seven eight nine ten eleven twelve".split(" ")];

test.each(["POST", "PUT", "DELETE"])("a feed is only read: %s", async (method) => {
  const { status, headers } = await send(method, "/feed.xml");
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});
