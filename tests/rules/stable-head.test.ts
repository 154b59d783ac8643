import { expect, test } from "vitest";
import { withStableHead } from "@/server/edge/public-page";

const FIRST = '<meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/>';
const STYLE = '<link rel="stylesheet" href="/a.css"/>';
const OF_LAYOUT = [
  '<link rel="preload" href="/a.woff2" as="font"/>',
  '<link rel="alternate" type="application/atom+xml" href="/feed.xml"/>',
  '<meta name="theme-color" content="#fff"/>',
].join("");
const OF_PAGE = [
  "<title>a &lt; b</title>",
  '<meta name="description" content="a &gt; b"/>',
  '<meta property="og:image" content="/a.png"/>',
  '<meta property="og:image:alt" content="a"/>',
  '<script src="/scripts/theme.js"></script>',
].join("");
const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body><title>an svg's</title></body></html>`;

test("what a layout and what a page put into the head stands in one order, whichever came first", () => {
  const one = withStableHead(page(FIRST + STYLE + OF_LAYOUT + OF_PAGE));
  expect(withStableHead(page(FIRST + OF_PAGE + STYLE + OF_LAYOUT))).toBe(one);
  expect(withStableHead(page(OF_PAGE + FIRST + STYLE + OF_LAYOUT))).toBe(one);
  expect(withStableHead(one)).toBe(one);
  expect(one.indexOf("charSet")).toBeLessThan(one.indexOf("<title>"));
  expect(one).toContain(OF_PAGE);
});

test.each([page(`${FIRST}<!-- a comment -->${OF_PAGE}`), page("text"), "<p>no head</p>", "<head><meta>", ""])(
  "%j is left as it is",
  (html) => {
    expect(withStableHead(html)).toBe(html);
  },
);
