import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { drawTable } from "./draw-tables";
import { readPeopleFile } from "./people-files";
import { seedRandom, TEST_SEED } from "./random";

/** The amount of a spreadsheet is a number, without the zeros that were written. */
const toNumbers = (line: string) =>
  line
    .split(",")
    .map((cell, at) => (at === 4 ? String(Number(cell)) : cell))
    .join(",");

/** Expects each drawn table to be read as it was, or to be asked about and then read so; none is read wrongly. */
export async function expectTables(count: number): Promise<void> {
  const random = seedRandom(TEST_SEED);
  const folder = mkdtempSync(join(tmpdir(), "price-atlas-tables-"));
  let asked = 0;
  try {
    for (let at = 0; at < count; at++) {
      const { rows, content, isSheet, choices } = await drawTable(random);
      const path = join(folder, isSheet ? "table.xlsx" : "table.csv");
      writeFileSync(path, content);
      const expected = rows.map(toNumbers).sort();
      const look = async (given: Partial<typeof choices>) => {
        const { read, faults } = await readPeopleFile(path, given);
        return { read: read.map(toNumbers).sort(), faults };
      };
      const first = await look({});
      const questions = first.faults.filter((text) => text.includes("say once"));
      const told = `table ${at} of seed ${TEST_SEED}: ${content.toString(isSheet ? "base64" : "utf8").slice(0, 600)}`;
      expect(first.faults, told).toEqual(questions);
      const isWrong = (line: string) => !expected.includes(line);
      expect(questions.length === 0 ? first.read : first.read.filter(isWrong), told).toEqual(
        questions.length === 0 ? expected : [],
      );
      if (questions.length === 0) continue;
      asked += 1;
      expect(await look(choices), told).toEqual({ read: expected, faults: [] });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(count / 2);
}
