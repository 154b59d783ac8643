import { expect, test } from "vitest";
import { withStableIds } from "@/server/edge/public-page";

const PAGE = (first: string, second: string) =>
  `<label for="${first}-input">a</label><input id="${first}-input"><p id="${second}">b</p><b aria-labelledby="${second}"></b>`;

test.each([
  ["_S_1_", "_S_2_"],
  ["_S_2_", "_S_1_"],
  ["_S_1a_", "_S_0_"],
])("ids %s and %s become those of their order in the page", (first, second) => {
  expect(withStableIds(PAGE(first, second))).toBe(PAGE("_S_0_", "_S_1_"));
});

test("nothing else is changed", () => {
  const page = '<p id="_R_1_">_S_ and _S__ and {"a":"_T_1_"}</p>';
  expect(withStableIds(page)).toBe(page);
});
