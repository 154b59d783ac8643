import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { get, send } from "@/tests/support/api";

const Run = z.object({
  ...{ product: z.string(), country: z.string(), platform: z.string(), period: z.string() },
  ...{ amount: z.number(), currency: z.string(), first_seen_on: z.string() },
});
const Product = z.object({ product: z.string(), category: z.string(), vendor: z.string().nullable() });
const Rows = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row) });
const Feed = z.looseObject({
  ...{ version: z.literal("https://jsonfeed.org/version/1.1"), title: z.string() },
  ...{ home_page_url: z.url(), feed_url: z.url() },
  items: z.array(
    z.looseObject({
      ...{ id: z.string(), url: z.url(), title: z.string(), content_text: z.string() },
      ...{ date_published: z.iso.datetime(), date_modified: z.iso.datetime(), tags: z.array(z.string()) },
    }),
  ),
});
const Country = z.object({ code: z.string(), region: z.string() });
type Change = z.infer<typeof Run> & { category: string; vendor: string | null; region: string };

const readFeed = async (search: string) => Feed.parse((await get(`/feed.json${search}`)).body);

/** Changes by the exports: the second of two consecutive runs of a series. */
let changes: Change[];
beforeAll(async () => {
  const runs = Rows(Run).parse((await get("/api/export?dataset=history")).body).data;
  const products = Rows(Product).parse((await get("/api/export?dataset=products")).body).data;
  const countries = Rows(Country).parse((await get("/api/countries")).body).data;
  const regions = new Map(countries.map(({ code, region }) => [code, region]));
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
    const [json, atom] = [await readFeed(search), (await get(`/feed.xml${search}`)).text];
    const of = (tag: string) => [...atom.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "g"))].map(([, text]) => text);
    expect(of("id").slice(1)).toEqual(json.items.map(({ id }) => id));
    expect(of("id")[0]?.replace("&amp;", "&")).toBe(json.feed_url.replace(".json", ".xml"));
    expect(atom).toContain(`<link rel="self" type="application/atom+xml" href="${of("id")[0]}"/>`);
    expect(of("updated").slice(1)).toEqual(json.items.map(({ date_modified }) => date_modified));
  });

  test.each([
    ["/feed.xml", "application/atom+xml; charset=utf-8"],
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
      ...{ status: 304, text: "" },
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
    for (const path of ["/feed.xml", "/feed.json"]) {
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
])("%s leads to its feeds, in its head and for readers", async (path, search) => {
  const { text } = await get(path);
  for (const [address, type] of [
    ["/feed.xml", "application/atom+xml"],
    ["/feed.json", "application/feed+json"],
  ] as const) {
    const [link = ""] =
      text.match(new RegExp(`<link rel="alternate" type="${type.replace("+", "\\+")}"[^>]*\\?[^>]*>`)) ?? [];
    expect(link).toContain(`${address}?${search}"`);
    expect(text).toMatch(new RegExp(`<a href="${address.replace(".", "\\.")}\\?${search}"`));
    expect((await get(`${address}?${search}`)).status).toBe(200);
  }
});

test.each(["POST", "PUT", "DELETE"])("a feed is only read: %s", async (method) => {
  for (const path of ["/feed.xml", "/feed.json"]) {
    const { status, headers } = await send(method, path);
    expect([path, status, headers.get("allow")]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
  }
});
