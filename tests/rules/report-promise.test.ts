import { expect, test } from "vitest";
import { writeRow } from "@/tests/support/report-promise";

const PAGE = `# Page

<!-- promises -->

| promise | test | last figure seen | on |
| --- | --- | --- | --- |
| never mixes | \`tests/a.test.ts\` | 20 kills | 2026-01-01 |
| never lies | \`tests/b.test.ts\` | 5 of 5 | 2026-01-01 |

<!-- end of promises -->

After it.
`;
const TODAY = new Date("2026-11-21T12:00:00Z");

const rowsOf = (page: string) =>
  page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.replace(/ +/g, " "));

test("a figure takes the place of the last one, and leaves the rest of the page alone", () => {
  const page = writeRow(PAGE, { promise: "never mixes", test: "tests/a.test.ts", figure: "40 kills | 0 mixed" }, TODAY);
  expect(rowsOf(page).slice(2)).toEqual([
    "| never mixes | `tests/a.test.ts` | 40 kills \\| 0 mixed | 2026-11-21 |",
    "| never lies | `tests/b.test.ts` | 5 of 5 | 2026-01-01 |",
  ]);
  const around = (text: string) => [text.split("| promise")[0], text.split("<!-- end").at(-1)];
  expect(around(page)).toEqual(around(PAGE));
  expect(writeRow(page, { promise: "never mixes", test: "tests/a.test.ts", figure: "40 kills | 0 mixed" }, TODAY)).toBe(
    page,
  );
});

test("a new promise is the last row, also of an empty table", () => {
  const empty = PAGE.split("\n")
    .filter((line) => !line.startsWith("| never"))
    .join("\n");
  for (const before of [PAGE, empty]) {
    const page = writeRow(before, { promise: "never leaks", test: "tests/c.test.ts", figure: "0 $& left" }, TODAY);
    expect(rowsOf(page)).toHaveLength(rowsOf(before).length + 1);
    expect(rowsOf(page).at(-1)).toBe("| never leaks | `tests/c.test.ts` | 0 $& left | 2026-11-21 |");
  }
});

test("says that a page has no table", () => {
  expect(() => writeRow("# Page\n", { promise: "a", test: "b", figure: "c" }, TODAY)).toThrow("no table of promises");
});
