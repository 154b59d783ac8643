import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { PAGE_QUERIES } from "@/lib/pages/parameters";
import { readPageRequest } from "@/server/edge/cache/cache-key";

beforeAll(() => void vi.stubEnv("DATABASE_URL", "postgresql://localhost/none"));

const keyOf = (target: string, headers = {}) => readPageRequest(target, headers)?.key;

describe("of a page's address, the cache and the page get", () => {
  test.each([
    ["no unknown parameter", "/services/netflix?p=17&utm_source=x", "/services/netflix"],
    ["known ones in one order", "/services/netflix?sort=usd&country=TR", "/services/netflix?country=TR&sort=usd"],
    ["the last of several values", "/services?q=a&q=b", "/services?q=b"],
    ["no empty one, as plain forms send them", "/services?q=+&category=", "/services"],
    ["a wrong one, for the page to say so", "/countries/TR?page=0", "/countries/TR?page=0"],
    ["none where a page takes none", "/docs?x=1", "/docs"],
    ["none where there is no page", "/nothing?x=1", "/nothing"],
    ["what a redirect has to carry", "/services/?q=a", "/services/?q=a"],
    ["none for robots", "/robots.txt?x=1", "/robots.txt"],
    ["none for the sitemap", "/sitemap.xml?x=1", "/sitemap.xml"],
    ["none for icons", "/icon.svg?x=1", "/icon.svg"],
    ["none for the favicon", "/favicon.ico?favicon.x.ico", "/favicon.ico"],
    ["none for the manifest", "/manifest.webmanifest?x", "/manifest.webmanifest"],
    ["none for files", "/fonts/archivo-latin.woff2?x=1", "/fonts/archivo-latin.woff2"],
    ["of a file's revision that there is one", "/maps/world.svg?v=abc&x=1", "/maps/world.svg?v=_"],
    [
      "those of a picture, sorted",
      "/image/compare/card.png?products=a&countries=b",
      "/image/compare/card.png?countries=b&products=a",
    ],
    [
      "of a feed its filters, in one spelling",
      "/feed.json?product=b,A&country=tr",
      "/feed.json?country=TR&product=a,b",
    ],
    ["those of a frame", "/embed/index?theme=dark", "/embed/index?theme=dark"],
  ])("%s", (_what, target, spelled) => {
    expect(readPageRequest(target, {})).toMatchObject({ target: spelled, key: spelled });
  });

  test("no currency that is none", () => {
    expect(keyOf("/services", { cookie: "currency=QQQ" })).toBe("/services");
    expect(keyOf("/services", { cookie: "currency=EUR" })).toContain("currency=EUR");
    expect(keyOf("/services", { cookie: "country=QQ" })).toBe("/services");
    expect(keyOf("/services/netflix", { cookie: "country=DE", "accept-language": "fr" })).toBe(
      "/services/netflix\ncountry=DE",
    );
    const preferences = { cookie: "currency=EUR", "accept-language": "de" };
    expect(keyOf("/image/services/netflix/map.png", preferences)).toBe("/image/services/netflix/map.png");
    expect(keyOf("/embed/services/netflix", preferences)).toBe("/embed/services/netflix");
    expect(keyOf("/feed.xml", preferences)).toBe("/feed.xml");
  });

  test.each([
    "/feed.xml?x=1",
    "/image/index/map.png?x=1",
    "/embed/index?theme=dark&theme=dark",
    "/table/index/ranking.csv?sort=",
  ])("none for %s, whose refusal is not stored", (target) => {
    expect(readPageRequest(target, {})).toBeNull();
  });
});

test("every page that reads parameters declares them", () => {
  const site = join(import.meta.dirname, "../../app/(site)");
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?:^|\/)(?:page\.tsx|image\/route\.tsx)$/.test(file),
  );
  const reading = files.filter((file) => /searchParams/.test(readFileSync(join(site, file), "utf8")));
  const paths = reading.map((file) => `/${file.replace(/\/?(?:page|route)\.tsx$/, "")}`);
  expect(paths.sort()).toEqual(Object.keys(PAGE_QUERIES).sort());
});
