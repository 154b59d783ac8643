import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { groupBy } from "@/lib/contract/group-by";
import { get, send } from "@/tests/support/api";

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
const Feed = z.looseObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  items: z.array(
    z.looseObject({
      id: z.string(),
      url: z.url(),
      title: z.string(),
      content_text: z.string(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      tags: z.array(z.string()),
    }),
  ),
});
const Country = z.object({ country: z.string(), region: z.string() });
type Change = z.infer<typeof Run> & { category: string; vendor: string | null; region: string };

const readFeed = async (search: string) => Feed.parse((await get(`/feed.json${search}`)).body);

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
    const now = { ...run, category, vendor, region: regions.get(run.country) ?? "" };
    const last = before.get(keyOf(now));
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
    const listed = feed.items.map(({ id }) => id.split(":").at(-1));
    expect(listed).toEqual(expected);
    expect(feed.title).toContain(title);
  },
);

describe("both formats", () => {
  test.each(["", "?product=netflix&country=TR"])("have the same entries: %j", async (search) => {
    const json = await readFeed(search);
    const atom = (await get(`/feed.xml${search}`)).text;
    const of = (tag: string) => [...atom.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "g"))].map(([, text]) => text);
    expect(of("id").slice(1)).toEqual(json.items.map(({ id }) => id));
    expect(of("id")[0]?.replace("&amp;", "&")).toBe(json.feed_url.replace(".json", ".xml"));
    expect(atom).toContain(`<link rel="self" type="application/atom+xml" href="${of("id")[0]}"/>`);
    expect(of("updated").slice(1)).toEqual(json.items.map(({ date_modified }) => date_modified));
  });

  test.each([
    ["/feed.xml", "application/xml; charset=utf-8"],
    ["/feed.json", "application/feed+json; charset=utf-8"],
  ])("are kept under one spelling, and confirmed to who has them: %s", async (path, type) => {
    const one = await get(`${path}?product=spotify,netflix&country=tr`);
    const other = await get(`${path}?country=TR&product=netflix&product=spotify`, { reuses: true });
    expect([one.status, one.headers.get("content-type")]).toEqual([200, type]);
    expect(other.bytes.equals(one.bytes)).toBe(true);
    expect(one.text).toContain("?country=TR&");
    expect(one.headers.get("cache-control")).toMatch(/^public, max-age=300,/);
    const etag = one.headers.get("etag") ?? "";
    expect(other.headers.get("etag")).toBe(etag);
    expect(etag).not.toBe((await get(path)).headers.get("etag"));
    expect(
      await get(`${path}?country=TR&product=netflix,spotify`, { headers: { "if-none-match": etag } }),
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
  ])("refuse %s", async (search, parameter, code) => {
    for (const path of ["/feed.xml", "/feed.ics", "/feed.json"]) {
      const { status, body, headers } = await get(`${path}?${search}`);
      expect([status, headers.get("cache-control")]).toEqual([400, "no-store"]);
      expect(body).toMatchObject({ errors: [{ parameter, code: expect.stringContaining(code) }] });
    }
  });
});

test.each([
  ["/services/netflix", "product=netflix"],
  ["/countries/TR", "country=TR"],
  ["/services?category=streaming", "category=streaming"],
  ["/changes?country=TR&product=netflix", "country=TR&amp;product=netflix"],
])("%s leads to its feeds in its head", async (path, search) => {
  const { text } = await get(path);
  for (const [address, type] of FORMATS) {
    const [link = ""] =
      text.match(new RegExp(`<link rel="alternate" type="${type.replace("+", "\\+")}"[^>]*\\?[^>]*>`)) ?? [];
    expect(link).toContain(`${address}?${search}"`);
    expect((await get(`${address}?${search.replaceAll("&amp;", "&")}`)).status).toBe(200);
  }
});

const FORMATS = [
  ["/feed.xml", "application/atom+xml"],
  ["/feed.ics", "text/calendar"],
  ["/feed.json", "application/feed+json"],
] as const;

test("readers find the page of the changes, and there the feeds of what they chose", async () => {
  expect((await get("/services/netflix")).text).toContain('href="/changes?product=netflix"');
  expect((await get("/countries/TR")).text).toContain('href="/changes?country=TR"');
  const { text } = await get("/changes?country=TR&product=netflix");
  for (const [address] of FORMATS) expect(text).toContain(`<a href="${address}?country=TR&amp;product=netflix"`);
});

test("the calendar has each change on its day, in lines of at most 75 bytes", async () => {
  const { text, headers } = await get("/feed.ics?product=netflix&country=TR");
  expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const lines = text.split("\r\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line) => Buffer.byteLength(line)).filter((bytes) => bytes > 75)).toEqual([]);
  const unfolded = lines.join("\r\n").replaceAll("\r\n ", "").split("\r\n");
  const daysOf = unfolded.filter((line) => line.startsWith("DTSTART")).map((line) => line.split(":")[1]);
  const expected = changes.filter(({ product, country }) => product === "netflix" && country === "TR");
  expect(daysOf).toEqual(expected.map(({ first_seen_on }) => first_seen_on.replaceAll("-", "")));
  const [title] = (await readFeed("?product=netflix&country=TR")).items.map((item) => item.title);
  expect(unfolded).toContain(`SUMMARY:${title?.replaceAll(",", "\\,")}`);
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
      (await readFeed("?product=netflix&platform=web")).items
        .map((item) =>
          z
            .looseObject({ country: z.string(), first_seen_on: z.string(), was: z.object({ amount: z.number() }) })
            .parse(item._price_atlas),
        )
        .filter(({ first_seen_on }) => first_seen_on === day)
        .map(({ country, was }) => [country, was.amount]),
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
  for (const path of ["/feed.xml", "/feed.ics", "/feed.json"]) {
    const { status, headers } = await send(method, path);
    expect([path, status, headers.get("allow")]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
  }
});
