import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

// Checks imports between the folders of lib/ and components/ and the meaning of names (docs/architecture.md, "Rooms").

const CONTRACTS = listSources("app/api").filter((file) => !file.endsWith("route.ts"));

const EXPORTED = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|type|interface) (\w+)/gm;

/** What a statement takes more than types from. */
const LOADS = /^(?:import|export)(?! type\b)(?:[^;"']*? from)? "((?:@|\.)\/[^"]+)";/gm;

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
  for (const file of [...["lib", "server", "components", "scripts"].flatMap(listSources), ...CONTRACTS])
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(EXPORTED))
      places.set(name, (places.get(name) ?? new Set()).add(file));
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files]}`)).toEqual(
    [],
  );
});

/** They tell what other endpoints there are. */
const OF_ALL = [
  "app/api/route.ts",
  "app/api/[...path]/route.ts",
  "app/api/export/[file]/route.ts",
  "app/api/openapi.json/route.ts",
];

const ROUTES = listSources("app/api").filter((file) => file.endsWith("route.ts") && !OF_ALL.includes(file));

test.each(ROUTES)("%s loads no other endpoint", (route) => {
  const loaded = listLoaded(route);
  expect(loaded.length).toBeGreaterThan(10);
  const endpoints = loaded.filter((file) => file.startsWith("app/"));
  const own = route.includes("/auth/") ? [route] : [route, route.replace(/route\.ts$/, "contract.ts")];
  expect(endpoints.sort()).toEqual(own.sort());
});

/** Own files that a file loads as it is loaded: what it takes values from, and so on. */
function listLoaded(file: string, loaded = new Set<string>()): string[] {
  if (loaded.has(file)) return [...loaded];
  loaded.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(LOADS)) {
    const base = path.startsWith("@/") ? path.slice(2) : join(dirname(file), path);
    const found = [`${base}.ts`, `${base}.tsx`].find((name) => existsSync(name));
    if (found !== undefined) listLoaded(found, loaded);
  }
  return [...loaded];
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}
