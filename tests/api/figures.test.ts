import { describe, expect, test } from "vitest";
import { SITE_PAGES } from "@/scripts/site-pages";
import { get, sendPatiently } from "../support/api";
import { readSheets } from "../support/spreadsheet";

const COMPARED = "products=netflix,spotify&countries=US,TR,DE";
const PICTURES = [
  "/image/index/map",
  "/image/index/ranking",
  "/image/services/netflix/map",
  "/image/services/netflix/history",
  "/image/countries/TR/distribution",
  "/image/compare/matrix",
];
const queryOf = (path: string) => (path.includes("compare") ? `?${COMPARED}` : "");

const read = (path: string) => sendPatiently("GET", path);

type Meta = { dataset_version: string };
const readMeta = async () => (await get("/api/countries")).body as { meta: Meta };

describe("pictures", () => {
  test.each(PICTURES)("%s is a picture of pixels", async (path) => {
    const { status, headers, bytes } = await read(`${path}.png${queryOf(path)}`);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(1200);
  });

  test.each(PICTURES)("%s is one of vectors that needs nothing else, and says where it is from", async (path) => {
    const { status, headers, text } = await read(`${path}.svg${queryOf(path)}`);
    expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    expect(text).not.toMatch(/<(text|script|style|image|foreignObject)\b|href=|@import|NaN|undefined/);
    const { meta } = await readMeta();
    const described = /<desc>(.*?)<\/desc>/s.exec(text)?.[1] ?? "";
    expect(/<title>(.*?)<\/title>/s.exec(text)?.[1]?.length).toBeGreaterThan(10);
    for (const part of ["Source: ", "thomas.io", `Dataset ${meta.dataset_version}`, "Licence CC BY 4.0"])
      if (part !== "thomas.io" || path.includes("history")) expect(described).toContain(part);
  });

  test("credit the sources of what they show, and no others", async () => {
    const { text } = await read("/image/countries/AQ/card.svg");
    expect(text).toContain("Netflix prices by thomas.io");
    expect(text).not.toContain("OpenTheRank");
  });

  test.each([
    ["an unknown parameter", "/image/index/map.png?x=1", 400],
    ["a value that is none", "/image/index/map.png?tax=maybe", 400],
    ["a repeated parameter", "/image/index/map.png?tax=excluded&tax=excluded", 400],
    ["an empty parameter", "/image/index/map.svg?map=", 400],
    ["a part of the map that is none", "/image/services/netflix/map.svg?map=mars", 400],
    ["a currency that is none", "/image/services/netflix/map.svg?currency=QQQ", 400],
    ["a version that is none", "/image/index/map.svg?version=1999-01-01.1", 400],
    ["a comparison of nothing", "/image/compare/matrix.png", 400],
    ["an unknown product in a comparison", "/image/compare/matrix.png?products=netflx&countries=US", 400],
    ["an unknown picture", "/image/index/mapp.png", 404],
    ["an unknown ending", "/image/index/map.gif", 404],
    ["an unknown product", "/image/services/netflx/map.png", 404],
    ["a country without prices", "/image/countries/KP/card.png", 404],
    ["a picture that has no data", "/image/countries/AQ/distribution.png", 404],
  ])("%s is refused", async (_what, path, status) => {
    const reply = await read(path);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      status,
      "application/problem+json; charset=utf-8",
    ]);
  });

  test("are not sent again to who has them", async () => {
    const { headers } = await read("/image/index/card.svg");
    const again = await get("/image/index/card.svg", { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });

  test("every page names one of its own, which there is", async () => {
    for (const [name, path] of Object.entries(SITE_PAGES).filter(([name]) => name !== "not-found")) {
      const { text } = await read(path);
      const image = /property="og:image" content="https?:\/\/[^/"]+([^"]+)"/.exec(text)?.[1];
      expect(image, name).toMatch(/^\/image\//);
      const { status, headers } = await read((image ?? "").replaceAll("&amp;", "&"));
      expect([name, status, headers.get("content-type")]).toEqual([name, 200, "image/png"]);
    }
  });
});

describe("tables for people", () => {
  type Row = { country: string; amount: number; usd_monthly: number | null; verified_on: string; source_url: string };
  const readPrices = async () => (await get("/api/prices?product=spotify&page_size=200")).body as { data: Row[] };

  test("a product's spreadsheet has every price of it, with names beside codes", async () => {
    const { status, headers, bytes } = await read("/table/services/spotify/prices.xlsx");
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="price-atlas-spotify-[\d.-]+\.xlsx"$/);
    const { sheets } = readSheets(bytes);
    const [head = [], ...rows] = sheets[0] ?? [];
    const column = (name: string) => head.findIndex(({ text }) => text === name);
    const { data } = await readPrices();
    expect(rows.map((row) => row[column("Code")]?.text).sort()).toEqual(data.map(({ country }) => country).sort());
    const turkish = rows.find((row) => row[column("Code")]?.text === "TR");
    expect(turkish?.[column("Country")]?.text).toBe("Türkiye");
    const wanted = data.find(({ country }) => country === "TR");
    expect(Number(turkish?.[column("Local price")]?.text)).toBe(wanted?.amount);
    expect(Number(turkish?.[column("USD a month")]?.text)).toBeCloseTo(wanted?.usd_monthly ?? 0, 4);
    expect(Number(turkish?.[column("Against the US (%)")]?.text)).toBeLessThan(-50);
    const { meta } = await readMeta();
    const about = (sheets[1] ?? []).map((row) => row.map(({ text }) => text).join(": ")).join("\n");
    for (const part of [meta.dataset_version, "OpenTheRank", "CC BY 4.0", "/docs/methodology"])
      expect(about).toContain(part);
    expect(about).not.toContain("thomas.io");
  });

  test.each([
    ["/table/services/netflix/prices", "?platform=web&sort=country", "Country,Code,Region,Platform"],
    ["/table/countries/TR/prices", "?category=streaming", "Product,Slug,Category,Platform"],
    ["/table/index/ranking", "?sort=name", "Rank,Country,Code,Median against the US (%)"],
    ["/table/compare/matrix", `?${COMPARED}`, "Product,Slug,Country,Code,Platform"],
  ])("%s is a spreadsheet and a CSV with the same cells", async (path, query, head) => {
    const sheet = await read(`${path}.xlsx${query}`);
    const csv = await read(`${path}.csv${query}`);
    const rows = readSheets(sheet.bytes).sheets[0] ?? [];
    const lines = csv.text.trim().split("\r\n");
    expect(csv.text.startsWith(head)).toBe(true);
    expect(lines).toHaveLength(rows.length);
    expect(lines[0]?.split(",")).toEqual(rows[0]?.map(({ text }) => text));
    expect(lines.length).toBeGreaterThan(2);
  });

  test("CSV comes with a mark and semicolons where asked", async () => {
    const { bytes } = await read("/table/index/ranking.csv?bom=1&separator=semicolon");
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString("utf8")).toContain("Rank;Country;Code");
  });

  test.each([
    ["/table/services/netflix/prices.xlsx?x=1", 400],
    ["/table/services/netflix/prices.csv?separator=tab", 400],
    ["/table/services/netflix/prices.ods", 404],
    ["/table/services/netflx/prices.csv", 404],
    ["/table/countries/KP/prices.csv", 404],
    ["/table/compare/matrix.csv?products=netflx&countries=US", 400],
  ])("%s is refused", async (path, status) => {
    expect((await read(path)).status).toBe(status);
  });
});

describe("oEmbed", () => {
  const addressOf = (page: string) => {
    const found = /href="https?:\/\/[^/"]+(\/oembed[^"]+)"/.exec(page)?.[1];
    return (found ?? "").replaceAll("&amp;", "&");
  };
  type Answer = { type: string; version: string; html: string; width: number; height: number; thumbnail_url?: string };

  test.each(["/", "/countries", "/services/netflix", "/countries/TR", `/compare?${COMPARED}`])(
    "%s says where its frame is told, and the frame is shown",
    async (path) => {
      const { status, body } = await read(addressOf((await read(path)).text));
      expect(status).toBe(200);
      const answer = body as Answer;
      expect(answer).toMatchObject({ type: "rich", version: "1.0", provider_name: "Price Atlas" });
      const { meta } = await readMeta();
      const src = /src="https?:\/\/[^/"]+(\/embed\/[^"]+)"/.exec(answer.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
      expect(src).toContain(`version=${meta.dataset_version}`);
      const frame = await read(src);
      expect([frame.status, frame.text.includes("<script")]).toEqual([200, false]);
      expect(frame.text.replaceAll("<!-- -->", "")).toContain(`Version ${meta.dataset_version}`);
    },
  );

  test("no frame and no thumbnail is larger than was asked for", async () => {
    const page = addressOf((await read("/services/netflix")).text);
    const { body } = await read(`${page}&maxwidth=320&maxheight=240`);
    expect(body).toMatchObject({ width: 320, height: 240 });
    expect(body).not.toHaveProperty("thumbnail_url");
  });

  test("an address of others, without a frame or of nothing is a 404; another format a 501; none a 400", async () => {
    const page = addressOf((await read("/services/netflix")).text);
    const own = new URL(page, "http://localhost").searchParams.get("url") ?? "";
    const ask = (url: string) => read(`/oembed?url=${encodeURIComponent(url)}`);
    expect((await ask("https://example.org/services/netflix")).status).toBe(404);
    expect((await ask(own.replace("netflix", "netflx"))).status).toBe(404);
    expect((await ask(new URL("/docs", own).href)).status).toBe(404);
    expect((await ask("not an address")).status).toBe(404);
    expect((await read(`${page.replace("format=json", "format=xml")}`)).status).toBe(501);
    expect((await read("/oembed")).status).toBe(400);
    expect((await read(`${page}&maxwidth=wide`)).status).toBe(400);
  });
});

describe("frames", () => {
  test.each([
    ["/embed/index?x=1", 400],
    ["/embed/index?theme=pink", 400],
    ["/embed/index?version=1999-01-01.1", 400],
    ["/embed/compare", 400],
    ["/embed/compare?products=netflx&countries=US", 400],
    ["/embed/services/netflx", 404],
    ["/embed/countries/KP", 404],
  ])("%s is refused", async (path, status) => {
    expect((await read(path)).status).toBe(status);
  });

  test("frames alone may be framed, and run no script; every other page refuses", async () => {
    const policyOf = async (path: string) => (await read(path)).headers.get("content-security-policy") ?? "";
    for (const path of ["/embed/index", "/embed/services/netflix?theme=dark", "/embed/countries/AQ", "/embed/nope"]) {
      expect(await policyOf(path), path).toMatch(/frame-ancestors \*$/);
      expect(await policyOf(path), path).toContain("default-src 'none'");
      expect(await policyOf(path), path).not.toContain("script-src");
    }
    for (const path of [...Object.values(SITE_PAGES), "/embed", "/embedded/index", "/image/index/map.svg", "/oembed"])
      expect(await policyOf(path), path).toContain("frame-ancestors 'none'");
  });
});
