import { expect, test } from "vitest";
import { readSources, readWrittenWords } from "../support/class-names";

test("every class of the styles is written whole where it is used", () => {
  const words = readWrittenWords();
  const dead = [...readSources("components/styles", /\.css$/)].flatMap(([file, css]) => {
    const rules = css.replace(/\/\*.*?\*\/|url\([^)]*\)|"[^"]*"/gs, "");
    const selectors = rules.match(/[^{};]+(?=\{)/g) ?? [];
    const classes = selectors.flatMap((selector) => selector.match(/\.[a-zA-Z][\w-]*/g) ?? []);
    return [...new Set(classes)].filter((name) => !words.has(name.slice(1))).map((name) => `${file} ${name}`);
  });
  expect(dead).toEqual([]);
});
