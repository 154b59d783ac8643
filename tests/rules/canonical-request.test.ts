import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPage, toCanonicalRequest } from "@/lib/pages/canonical-request";
import { PAGE_QUERIES } from "@/lib/pages/parameters";

function read(target: string, headers: Record<string, string> = {}) {
  const [path = "", search = ""] = target.split("?", 2);
  return toCanonicalRequest(path, search, new Headers(headers));
}

describe("of its address a page gets", () => {
  test.each([
    ["no unknown parameter", "/services/netflix?p=17&utm_source=x", "/services/netflix"],
    ["known ones in one order", "/services/netflix?sort=usd&country=TR", "/services/netflix?country=TR&sort=usd"],
    ["the last of several values", "/services?q=a&q=b", "/services?q=b"],
    ["no empty one, as plain forms send them", "/services?q=+&category=", "/services"],
    ["a wrong one, for the page to say so", "/countries/TR?page=0", "/countries/TR?page=0"],
    ["none where a page takes none", "/docs?x=1", "/docs"],
    ["what a redirect has to carry", "/services/?q=a", "/services/?q=a"],
    ["those of a frame", "/embed/index?theme=dark", "/embed/index?theme=dark"],
  ])("%s", (_what, target, spelled) => {
    expect(read(target)).toMatchObject({ target: spelled, isShared: true });
  });

  test.each([
    ["no page is there", "/nothing?x=1"],
    ["it belongs to one reader", "/report?product=netflix"],
    ["its form is of one reader", "/reading?product=netflix"],
    ["it changes without a publish", "/report/17"],
    ["a frame refuses its parameters", "/embed/index?theme=dark&theme=dark"],
  ])("nothing that others may have, where %s", (_what, target) => {
    expect(read(target).isShared).toBe(false);
  });
});

describe("of its reader a page gets", () => {
  const readerOf = (target: string, headers: Record<string, string>) => read(target, headers).headers;

  test.each([
    ["a currency", "/services", { cookie: "theme=dark; currency=EUR" }, { cookie: "currency=EUR" }],
    ["no currency that is none", "/services", { cookie: "currency=QQQ" }, {}],
    ["no country that is none", "/services", { cookie: "country=QQ" }, {}],
    [
      "the country before a guess",
      "/services/netflix",
      { cookie: "country=DE", "accept-language": "fr" },
      { cookie: "country=DE" },
    ],
    ["a guess by language", "/services/netflix", { "accept-language": "de" }, { "accept-language": "und-DE" }],
    ["nothing in a frame", "/embed/services/netflix", { cookie: "currency=EUR", "accept-language": "de" }, {}],
    ["no other header", "/services", { "x-forwarded-host": "evil.example", rsc: "1" }, {}],
  ])("%s", (_what, target, headers: Record<string, string>, expected) => {
    expect(readerOf(target, headers)).toEqual(expected);
  });

  test.each(["/", "/services", "/countries/US", "/docs/errors"])(
    "%s, whose header names it, is against a guess",
    (path) => {
      expect(readerOf(path, { "accept-language": "de" })).toEqual({ "accept-language": "und-DE" });
    },
  );
});

test.each([
  ["/", true],
  ["/services/netflix", true],
  ["/embed/index", true],
  ["/nothing", true],
  ["/api/prices", false],
  ["/admin/keys", false],
  ["/_next/static/chunks/a.css", false],
  ["/image/index/map.png", false],
  ["/feed.xml", false],
  ["/robots.txt", false],
  ["/preferences", false],
])("%s is asked for as a page: %s", (path, expected) => {
  expect(isPage(path)).toBe(expected);
});

test("the public pages of the site are those that have a page file", () => {
  const site = join(import.meta.dirname, "../../app/(site)");
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?:^|\/)page\.tsx$/.test(file),
  );
  const paths = files.map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`);
  expect(paths.sort()).toEqual(Object.keys(PAGE_QUERIES).sort());
});
