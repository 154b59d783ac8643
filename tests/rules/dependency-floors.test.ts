import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { recordPromise } from "../support/report-promise";

/** Earlier versions have known security faults. */
const FLOORS: [name: string, floor: string][] = [
  ["next", "16.4.6"],
  ["react", "19.2.6"],
  ["react-dom", "19.2.6"],
  ["next-auth", "4.24.15"],
];

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });
const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

function versionsOf(name: string): string[] {
  return Object.entries(packages).flatMap(([path, { version }]) =>
    version !== undefined && (path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
      ? [version]
      : [],
  );
}

function isAtLeast(version: string, floor: string): boolean {
  const [have, want] = [version, floor].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const at = have?.findIndex((part, i) => part !== want?.[i]) ?? 0;
  // A pre-release of the floor is below it.
  return at === -1 ? !version.includes("-") : (have?.[at] ?? 0) > (want?.[at] ?? 0);
}

afterAll(() =>
  recordPromise({
    promise: "Floors: next >= 16.4.6, react >= 19.2.6, next-auth >= 4.24.15",
    test: "tests/rules/dependency-floors.test.ts",
    figure: FLOORS.map(([name]) => `${name} ${versionsOf(name).join(" and ")}`).join(", "),
  }),
);

test.each(FLOORS)("%s is installed from %s on", (name, floor) => {
  const versions = versionsOf(name);
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions) expect([version, isAtLeast(version, floor)]).toEqual([version, true]);
});

test.each([
  ["16.4.6", "16.4.6", true],
  ["16.4.5", "16.4.6", false],
  ["16.10.0", "16.4.6", true],
  ["15.9.9", "16.4.6", false],
  ["17.0.0", "16.4.6", true],
  ["16.4.6-canary.1", "16.4.6", false],
])("%s against %s is %s", (version, floor, expected) => {
  expect(isAtLeast(version, floor)).toBe(expected);
});
