import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "acorn";
import { type Targets, transform } from "lightningcss";
import { expect, test } from "vitest";
import { z } from "zod";
import { toFailurePage } from "@/lib/pages/failure-page";
import "../support/call-here";

const { browserslist } = z
  .object({ browserslist: z.array(z.string()) })
  .parse(JSON.parse(await readFile("package.json", "utf8")));

/** Syntax that the oldest browsers of the list know: all had it by Chrome 94, Firefox 93 and Safari 16.4. */
const EDITION = 2022;

const targets: Targets = Object.fromEntries(
  browserslist.map((browser) => {
    const [name = "", version = ""] = browser.split(" ");
    const [major = 0, minor = 0] = version.split(".").map(Number);
    return [name, (major << 16) | (minor << 8)];
  }),
);

async function readAll(folder: string, ending: string): Promise<[path: string, text: string][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  expect(names.length, folder).toBeGreaterThan(0);
  return Promise.all(names.map(async (name) => [join(folder, name), await readFile(join(folder, name), "utf8")]));
}

const write = (filename: string, css: string, given?: Targets) =>
  transform({
    filename,
    // Which Lightning CSS prepares for light-dark() wherever it stands.
    code: Buffer.from(css.replaceAll(/([{;\s])color-scheme:[^;}]*;?/g, "$1")),
    minify: true,
    ...(given && { targets: given }),
  }).code.toString();

test("README names the browsers that the build goes by", async () => {
  const readme = await readFile("README.md", "utf8");
  const versions = new Map(browserslist.map((browser) => browser.split(" ") as [string, string]));
  for (const [name, browser] of [
    ["Chrome", "chrome"],
    ["Edge", "edge"],
    ["Firefox", "firefox"],
    ["Safari", "safari"],
    ["iOS", "ios_saf"],
  ] as const)
    expect(readme).toMatch(new RegExp(`${name} ${versions.get(browser)?.replace(/\.0$/, "")}\\b`));
});

test("scripts of pages have no syntax that is newer than the oldest browsers", async () => {
  const scripts = [...(await readAll("public/scripts", ".js")), ...(await readAll(".next/static/chunks", ".js"))];
  const tooNew = scripts.flatMap(([path, text]) => {
    try {
      parse(text, { ecmaVersion: EDITION, sourceType: "script" });
      return [];
    } catch (error) {
      return [`${path}: ${error}`];
    }
  });
  expect(tooNew).toEqual([]);
});

test("styles that no build writes hold nothing that has to be written otherwise for the oldest browsers", async () => {
  for (const [path, css] of await readAll("public", ".css"))
    expect(write(path, css, targets), path).toBe(write(path, css));
});

test("styles of the build hold no colours of two themes, which Safari knows from 17.5 on", async () => {
  for (const [path, css] of await readAll(".next/static/chunks", ".css"))
    expect(css.match(/light-dark\([^)]*\)/g), path).toBeNull();
});

test("of what no tool writes otherwise, older browsers have a fallback", async () => {
  const faults = (await readAll("components/styles", ".css")).flatMap(([path, css]) => {
    const plain = css.replaceAll(/^@supports \(content: "" \/ ""\) \{\n[\s\S]*?^\}\n/gm, "");
    const bare = [...plain.matchAll(/content: [^;\n]+ \/ [^;\n]+;/g)];
    const unprepared = [...css.matchAll(/content: ([^;\n]+) \/ [^;\n]+;/g)].filter(
      ([, text = ""]) => !plain.includes(`content: ${text};`),
    );
    // Safari knows it from 17.0 on, Chrome from 120.
    const queries = [...css.matchAll(/\(scripting\b/g)];
    return [...bare, ...unprepared, ...queries].map(([text]) => `${path}: ${text.trim()}`);
  });
  expect(faults).toEqual([]);
});

test("a failure page has a colour before each that older browsers do not know", () => {
  const html = toFailurePage("failed", "/").body.toString();
  const declarations = [...html.matchAll(/style="([^"]*)"/g)].map(([, style = ""]) => style.split("; "));
  const newer = declarations.flatMap((style) =>
    style.flatMap((text, at) => (text.includes("light-dark(") ? [[style[at - 1], text] as const] : [])),
  );
  expect(newer.length).toBeGreaterThan(2);
  for (const [before = "", text] of newer) {
    const [, property, light] = /^(\S+): light-dark\((#\w+),/.exec(text) ?? [];
    expect(before).toBe(`${property}: ${light}`);
  }
});
