import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

// The rooms of lib/: which file names there are, and which room imports which (docs/architecture.md, "Rooms").

/** Kinds of files, as whole names or after a topic: `schema.ts`, `page-schema.ts`. Others stand in their room's README. */
const KIND = /(?:^|-)(?:schema|endpoints|data|mutations|rules|sql)\.ts$/;
/** Pairs endpoints with their handlers, and so is the only file of its room that knows the nouns. */
const REGISTRY = "lib/api/routes.ts";

const EXPORTED = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|type|interface) (\w+)/gm;

const files = readdirSync("lib", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name));

test("a file of lib/ has a name that says its kind, or a line in the README of its room", () => {
  const unexplained = files.filter((file) => !KIND.test(file.split("/").at(-1) ?? "") && !isExplained(file));
  expect(unexplained).toEqual([]);
});

test("READMEs of rooms explain files that exist", () => {
  const readmes = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("README.md"),
  );
  expect(readmes.length).toBeGreaterThan(8);
  const missing = readmes.flatMap((readme) => {
    const folder = dirname(join("lib", readme));
    return explainedBy(join("lib", readme)).filter((file) => !existsSync(join(folder, file)));
  });
  expect(missing).toEqual([]);
});

test("no two folders of lib/ import each other, but for the registry of endpoints", () => {
  const imports = new Set<string>();
  for (const file of files.filter((file) => file !== REGISTRY))
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/from "@\/(lib\/[^"]+)"/g))
      imports.add(`${dirname(file)} ${dirname(path)}`);
  const mutual = [...imports].filter((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return from < to && imports.has(`${to} ${from}`);
  });
  expect(imports.size).toBeGreaterThan(50);
  expect(mutual).toEqual([]);
});

function isExplained(file: string): boolean {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
    const readme = join(folder, "README.md");
    if (existsSync(readme)) return explainedBy(readme).includes(file.slice(folder.length + 1));
  }
  return false;
}

function explainedBy(readme: string): string[] {
  return [...readFileSync(readme, "utf8").matchAll(/^- `([^`]+\.ts)`: \S/gm)].map(([, path = ""]) => path);
}

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
