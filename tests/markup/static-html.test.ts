import fc from "fast-check";
import { createElement, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { JsonLd } from "@/components/site/json-ld";
import { asDrawing } from "@/lib/pages/drawings";
import { writeStaticHtml } from "@/lib/pages/static-html";

// The HTML of public pages against that of React, which exists outside of server components alone.

/** Tags with their attributes in lower case and in one order: React keeps its own spelling, which HTML reads alike. */
const normalize = (html: string) =>
  html.replace(/<([a-z]+)((?: [\w:-]+(?:="[^"]*")?)*)(\/?)>/gi, (_, name: string, attributes: string, end: string) => {
    const all = [...attributes.matchAll(/ ([\w:-]+)(="[^"]*")?/g)].map(
      ([, key = "", value = ""]) => key.toLowerCase() + value,
    );
    return `<${[name, ...all.sort()].join(" ")}${end}>`;
  });

const text = fc.oneof(
  fc.string(),
  fc.constantFrom("<b>", "&amp;", `"'`, "</script><script>alert(1)</script>", "Türkiye’s €", "\u2028", "\nsecond line"),
);
const words = fc.stringMatching(/^[a-z]{1,6}$/);
const flag = fc.boolean();
const figure = fc.integer({ min: 1, max: 999 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const anywhere = {
  className: optional(text),
  id: optional(words),
  title: optional(text),
  role: optional(words),
  tabIndex: optional(figure),
  "aria-hidden": optional(fc.oneof(flag, fc.constantFrom("true"))),
  "aria-label": optional(text),
  "data-at": optional(fc.oneof(text, figure, flag)),
  style: optional(
    fc.record({
      left: optional(fc.constantFrom("5%", 0)),
      gridColumn: optional(fc.constant("2")),
      "--at": optional(fc.constant("1 / 2")),
    }),
  ),
};
const ofElement: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  div: { hidden: optional(flag), dir: optional(words), lang: optional(words) },
  a: {
    href: optional(fc.oneof(fc.webUrl(), fc.constantFrom("/a?b=1&c=2", "#x", "mailto:a@example.org"))),
    rel: optional(words),
    hrefLang: optional(words),
    download: optional(fc.oneof(flag, words)),
    target: optional(words),
  },
  td: { colSpan: optional(figure), rowSpan: optional(figure), scope: optional(words), headers: optional(words) },
  details: { open: optional(flag), name: optional(words) },
  time: { dateTime: optional(words) },
  label: { htmlFor: optional(words) },
  button: { type: fc.constant("submit"), disabled: optional(flag), popoverTarget: optional(words) },
  form: { action: optional(fc.constant("/search")), noValidate: optional(flag), encType: optional(words) },
  ol: { start: optional(figure), reversed: optional(flag) },
};
const ofVoid: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  br: {},
  input: {
    name: words,
    type: optional(fc.constantFrom("text", "hidden", "radio")),
    autoComplete: optional(words),
    maxLength: optional(figure),
    required: optional(flag),
    readOnly: optional(flag),
    disabled: optional(flag),
    inputMode: optional(words),
    spellCheck: optional(flag),
    defaultChecked: optional(flag),
    defaultValue: optional(fc.oneof(text, figure)),
  },
};
const ofSvg: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  g: { transform: optional(words) },
  path: {
    d: optional(words),
    strokeWidth: optional(figure),
    strokeDasharray: optional(words),
    fillRule: optional(words),
  },
  use: { href: optional(words), x: optional(figure), width: optional(figure) },
  text: { textAnchor: optional(words), dominantBaseline: optional(words), fontSize: optional(figure) },
  line: { x1: optional(figure), vectorEffect: optional(words), strokeLinecap: optional(words) },
};

const drawOf = (elements: Record<string, Record<string, fc.Arbitrary<unknown>>>, children: fc.Arbitrary<ReactNode[]>) =>
  fc.oneof(
    ...Object.entries(elements).map(([name, own]) =>
      fc
        .tuple(fc.record({ ...anywhere, ...own }), children)
        .map(([props, inner]) => createElement(name, props as object, ...inner)),
    ),
  );

const { node } = fc.letrec<{ node: ReactNode; drawn: ReactNode }>((tie) => ({
  drawn: fc.oneof(
    { maxDepth: 2 },
    drawOf({ path: ofSvg.path ?? {} }, fc.constant([])),
    drawOf(ofSvg, fc.array(tie("drawn"), { maxLength: 3 })),
  ),
  node: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.oneof(fc.constantFrom(null, undefined, true, false, 0, 12.5, 10n)),
    drawOf(ofVoid, fc.constant([])),
    drawOf(ofElement, fc.array(tie("node"), { maxLength: 4 })),
    fc.array(tie("node"), { maxLength: 3 }).map((nodes) => createElement(Fragment, null, ...nodes)),
    fc
      .array(tie("node"), { maxLength: 3 })
      .map((nodes) => createElement(({ children }: { children?: ReactNode }) => children, null, ...nodes)),
    fc
      .tuple(
        fc.record({ viewBox: words, preserveAspectRatio: optional(words) }),
        fc.array(tie("drawn"), { maxLength: 3 }),
      )
      .map(([props, inner]) => createElement("svg", { ...props, className: "map" }, ...inner)),
    fc.tuple(words, fc.array(words, { maxLength: 4 }), flag).map(([value, choices, isDefault]) =>
      createElement(
        "select",
        isDefault ? { defaultValue: value } : { value, "aria-label": value },
        createElement("option", { value: "" }, "All"),
        [value, ...choices].map((choice, at) => createElement("option", { key: at, value: choice }, choice)),
      ),
    ),
    text.map((written) => createElement("textarea", { defaultValue: written, rows: 3 })),
    text.map((written) => createElement("pre", null, written)),
    words.map((written) => createElement(JsonLd, { value: { written } })),
  ),
}));

test("what is drawn of elements, texts, forms and graphics is written as React writes it", () => {
  fc.assert(
    fc.property(node, (drawn) => {
      expect(normalize(writeStaticHtml(drawn))).toBe(normalize(renderToStaticMarkup(drawn)));
    }),
    { numRuns: 2_000 },
  );
});

describe("a drawing is written once for the same data", () => {
  type Bar = { label: string; sizes: readonly number[]; tone?: string | undefined };
  const drawBar = ({ label, sizes, tone }: Bar) =>
    createElement("li", { title: label, className: tone }, sizes.join(", "));
  const count = (draw: (bar: Bar) => ReactNode) => {
    let times = 0;
    const counted = (bar: Bar) => {
      times += 1;
      return draw(bar);
    };
    return { counted, times: () => times };
  };
  const bar: Bar = { label: "Türkiye <US>", sizes: [1, 2] };

  test("and again for other data, each as React writes it", () => {
    const { counted, times } = count(drawBar);
    const Drawing = asDrawing(counted);
    const bars = [bar, { ...bar }, { ...bar, sizes: [2, 1] }, { ...bar, tone: "base" }, bar];
    for (const drawn of bars)
      expect(writeStaticHtml(createElement(Drawing, drawn))).toBe(renderToStaticMarkup(drawBar(drawn)));
    expect(times()).toBe(3);
  });
  test("apart from another drawing of this data", () => {
    const [One, Other] = [asDrawing(drawBar), asDrawing(({ label }: Bar) => createElement("b", null, label))];
    const both = [createElement(One, { ...bar, key: 1 }), createElement(Other, { ...bar, key: 2 })];
    expect(writeStaticHtml(both)).toBe('<li title="Türkiye &lt;US&gt;">1, 2</li><b>Türkiye &lt;US&gt;</b>');
  });
  test("while any other component is written each time", () => {
    const { counted, times } = count(drawBar);
    for (let time = 0; time < 2; time++) writeStaticHtml(createElement(counted, bar));
    expect(times()).toBe(2);
  });
  test("and one that failed is tried again", () => {
    let isBroken = true;
    const Drawing = asDrawing(({ label }: Bar) => {
      if (isBroken) throw new Error("broken");
      return label;
    });
    expect(() => writeStaticHtml(createElement(Drawing, bar))).toThrow("broken");
    isBroken = false;
    expect(writeStaticHtml(createElement(Drawing, bar))).toBe("Türkiye &lt;US&gt;");
  });
});

describe("what a static page cannot have is refused", () => {
  const waits: unknown = async () => "later";
  const client = Object.assign(() => null, { $$typeof: Symbol.for("react.client.reference") });
  test.each<[string, () => unknown]>([
    ["a handler", () => createElement("a", { onClick: () => {} })],
    ["an action", () => createElement("form", { action: () => {} })],
    ["a component that loads", () => createElement(waits as () => ReactNode)],
    ["a client component", () => createElement(client)],
    ["an object", () => ({ a: 1 })],
    ["a length without its unit", () => createElement("p", { style: { width: 5 } })],
  ])("%s", (_, draw) => {
    expect(() => writeStaticHtml(draw() as ReactNode)).toThrow(TypeError);
  });
});

test.each(["javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)"])(
  "no address is a script: %j",
  (href) => {
    expect(writeStaticHtml(createElement("a", { href }, "x"))).toBe("<a>x</a>");
  },
);
