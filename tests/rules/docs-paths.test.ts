import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];
const PATH = /`((?:app|components|docs|examples|lib|prisma|public|scripts|server|tests)\/[\w./()[\]-]*)`/g;

test.each(DOCUMENTS)("%s names only files and folders that exist", (document) => {
  const paths = [...readFileSync(document, "utf8").matchAll(PATH)].map(([, path = ""]) => path);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

const GENERATED = join("prisma", "client");
const SOURCES = ["app", "components", "lib", "prisma", "scripts", "server", "tests"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)))
  .filter((path) => /\.(?:tsx?|mjs|prisma)$/.test(path) && !path.startsWith(GENERATED));
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const FILE =
  /(?<![\w./])(?:app|components|docs|lib|prisma|public|scripts|server|tests)\/[\w./()[\]-]*\.(?:tsx?|mjs|md|sql|prisma)\b/g;

test("comments name only files that exist", () => {
  const lost = SOURCES.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(COMMENT)]
      .flatMap(([comment]) => comment.match(FILE) ?? [])
      .filter((named) => !existsSync(named))
      .map((named) => `${path}: ${named}`),
  );
  expect(lost).toEqual([]);
});
