import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutFrameworkScripts } from "@/server/scripts-filter";

const REMOVED = [
  `<script src="/_next/static/chunks/40qx.js" async=""></script>`,
  `<script src="/_next/static/chunks/poly.js" noModule=""></script>`,
  `<script id="_R_">(globalThis["TURBOPACK"]||(globalThis["TURBOPACK"]=[])).push({"a":["b.js"]})</script>`,
  `<script>(self.__next_f=self.__next_f||[]).push([0])</script>`,
  `<script>self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\u003cscript>\\n"])</script>`,
  `<script>requestAnimationFrame(function(){$RT=performance.now()});</script>`,
  `<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/1eoi.js"/>`,
  `<link rel="modulepreload" href="/_next/static/chunks/1eoi.js?dpl=1"/>`,
];
const KEPT = [
  `<script src="/scripts/theme-T6B4V7VK.js"></script>`,
  `<script src="/scripts/main-CNQ3DSCI.js" defer=""></script>`,
  `<script type="application/ld+json">{"@type":"Product","name":"a \\u003c/script> b > c"}</script>`,
  `<link rel="stylesheet" href="/_next/static/chunks/2tuo.css" data-precedence="next"/>`,
  `<link rel="preload" href="/fonts/archivo-latin.woff2" as="font" crossorigin="anonymous"/>`,
  `<link rel="canonical" href="http://localhost/services/netflix"/>`,
  "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
  "<title>Türkiye pays 49% less</title>",
  "<linkless></linkless>",
];

test.each(REMOVED)("removes %s", (element) => {
  expect(withoutFrameworkScripts(`<p>before</p>${element}<p>after</p>`)).toBe("<p>before</p><p>after</p>");
});

test.each(KEPT)("keeps %s", (element) => {
  expect(withoutFrameworkScripts(element)).toBe(element);
});

test("removes them from between anything, in any order, and changes nothing else", () => {
  const pieces = fc.array(fc.constantFrom(...REMOVED, ...KEPT), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, (elements) => {
      const kept = elements.filter((element) => !REMOVED.includes(element));
      expect(withoutFrameworkScripts(elements.join(""))).toBe(kept.join(""));
    }),
  );
});

test.each(["", "<script", "<p><script>never ends", "<link", "a < b"])("leaves %j as it is", (html) => {
  expect(withoutFrameworkScripts(html)).toBe(html);
});
