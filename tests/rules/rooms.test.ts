import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

// Checks imports between the folders of lib/ and components/ and the meaning of names (docs/architecture.md, "Rooms").

const EXPORTED = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|type|interface) (\w+)/gm;

test("no two folders of lib/ or components/ import each other", () => {
  const imports = new Set<string>();
  for (const file of ["lib", "components"].flatMap(listSources))
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/from "@\/((?:lib|components)\/[^"]+)"/g))
      imports.add(`${dirname(file)} ${dirname(path)}`);
  const mutual = [...imports].filter((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return from < to && imports.has(`${to} ${from}`);
  });
  expect(imports.size).toBeGreaterThan(50);
  expect(mutual).toEqual([]);
});

test("an exported name means one thing", () => {
  const places = new Map<string, Set<string>>();
  for (const file of ["lib", "server", "components", "scripts"].flatMap(listSources))
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(EXPORTED))
      places.set(name, (places.get(name) ?? new Set()).add(file));
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files]}`)).toEqual(
    [],
  );
});

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}
