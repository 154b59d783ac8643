import { expect, test } from "vitest";
import { stayInVersion } from "@/server/edge/pages/public-page";

const V = "2026-09-29.1";

test.each([
  ["a page", '<a href="/services/netflix">', `<a href="/services/netflix?version=${V}">`],
  [
    "a page with parameters",
    '<a class="x" href="/services?page=2">',
    `<a class="x" href="/services?page=2&amp;version=${V}">`,
  ],
  ["a place of a page", '<a href="/countries/TR#prices">', `<a href="/countries/TR?version=${V}#prices">`],
  ["a file", '<a href="/api/export?dataset=prices">', `<a href="/api/export?dataset=prices&amp;version=${V}">`],
  ["the home page", '<a href="/">', `<a href="/?version=${V}">`],
  [
    "a form",
    '<form action="/services" method="get">',
    `<form action="/services" method="get"><input type="hidden" name="version" value="${V}"/>`,
  ],
])("links stay in the version: %s", (_what, html, changed) => {
  expect(stayInVersion(html, V)).toBe(changed);
});

test.each([
  '<a href="/services" rel="bookmark">',
  `<a href="/services?page=2&amp;version=2026-10-01.2">`,
  '<a href="/docs">',
  '<a href="https://example.com/services">',
  '<link rel="canonical" href="/services"/>',
  '<form action="/preferences" method="post">',
])("left as it is: %s", (html) => {
  expect(stayInVersion(html, V)).toBe(html);
});
