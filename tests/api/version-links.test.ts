import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SITE_PAGES } from "@/scripts/site-pages";
import { sendPatiently } from "../support/api";
import type { TestDatabase } from "../support/database";
import { readVersions } from "../support/import-cli";
import { publishNext } from "../support/publishes";
import { createDatabase, startServer } from "../support/server";
import type { ServerProcess } from "../support/spawn-server";

const BASE = "http://prices.test";
const PAGES = Object.values(SITE_PAGES).filter((path) => !path.includes("version="));
const FRAMES = ["/embed/index", "/embed/services/netflix", "/embed/countries/TR", "/embed/index?share=income"];

let database: TestDatabase;
let server: ServerProcess;
let old: string;

beforeAll(async () => {
  database = await createDatabase("bundled");
  server = await startServer({ DATABASE_URL: database.url, PUBLIC_URL: BASE });
  await publishNext(database.url, 1);
  const versions = await readVersions(database.url);
  old = versions.at(-2) ?? "";
  while (!(await ask("/api/categories")).text.includes(`"dataset_version":"${versions.at(-1)}"`)) await sleep(100);
});
afterAll(async () => {
  await server.stop();
  await database[Symbol.asyncDispose]();
});

const ask = (path: string, headers = {}) => sendPatiently("GET", path, { base: server.url, headers });

function withVersion(address: string, version: string): string {
  const { pathname, search, searchParams } = new URL(address, BASE);
  searchParams.set("version", version);
  return search === "" ? `${pathname}?version=${version}` : `${pathname}?${searchParams}`;
}

const decodeText = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
const attributeOf = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decodeText(value);
};
const namedIn = (address: string) => new URL(address, BASE).searchParams.getAll("version");

/** Links and GET forms of a page on this site, without anchors and the link that leaves the version. */
function readAddresses(html: string): string[] {
  const links = [...html.matchAll(/<a\s[^>]*>/g)]
    .filter(([tag]) => attributeOf(tag, "rel") !== "bookmark")
    .map(([tag]) => attributeOf(tag, "href") ?? "");
  const forms = [...html.matchAll(/(<form\s[^>]*>)([\s\S]*?)<\/form>/g)]
    .filter(([, tag = ""]) => attributeOf(tag, "method") !== "post")
    .map(([, tag = "", content = ""]) => {
      const fields = [...content.matchAll(/<input\s[^>]*type="hidden"[^>]*>/g)].map(([field]): [string, string] => [
        attributeOf(field, "name") ?? "",
        attributeOf(field, "value") ?? "",
      ]);
      return `${attributeOf(tag, "action")?.replace(/#.*/, "")}?${new URLSearchParams(fields)}`;
    });
  return [...links, ...forms].flatMap((href) => {
    const url = new URL(href, BASE);
    if (href.startsWith("#") || url.origin !== BASE) return [];
    return [href];
  });
}

const kindOf = (address: string) =>
  new URL(address, BASE).pathname.replace(
    /(?<=^\/(?:image|table)\/).*(?=\.)|(?<=\/(?:services|countries|report)\/)[^/]+/,
    "*",
  );

const kinds = new Map<string, boolean>();

/** Pages take `version`; other addresses refuse an unknown one. */
async function takesVersion(address: string): Promise<boolean> {
  const kind = kindOf(address);
  const known = kinds.get(kind);
  if (known !== undefined) return known;
  const given = await ask(withVersion(address, old));
  const refused = await ask(withVersion(address, "1999-01-01.1"));
  const takes = given.text.includes(`You see dataset ${old}`) || (given.status === 200 && refused.status === 400);
  kinds.set(kind, takes);
  return takes;
}

test("links and forms of a page of an old version lead to that version wherever there is one", {
  timeout: 300_000,
}, async () => {
  const checked: string[] = [];
  for (const path of [...PAGES, ...FRAMES]) {
    if (!(await takesVersion(path))) continue;
    const { text } = await ask(withVersion(path, old), { cookie: "country=TR" });
    const leaving: string[] = [];
    // The credit of a frame leads to today's page; what it draws keeps its version.
    const isFrame = FRAMES.includes(path);
    for (const address of readAddresses(text).filter((href) => !isFrame || href.startsWith("/")))
      if ((await takesVersion(address)) && namedIn(address).join() !== old) leaving.push(address);
    expect(leaving, path).toEqual([]);
    checked.push(kindOf(path));
  }
  const pages = ["/", "/services", "/services/*", "/countries", "/countries/*", "/compare", "/multipliers"];
  expect(checked).toEqual(expect.arrayContaining([...pages, "/corrections", "/embed/index", "/embed/services/*"]));
  const linked = [...kinds].flatMap(([kind, takes]) => (takes ? [kind] : []));
  expect(linked).toEqual(expect.arrayContaining([...pages, "/api/prices", "/api/services/*", "/api/export"]));
});

test("one link leads out of the version, and pages of the newest name none", { timeout: 120_000 }, async () => {
  for (const path of PAGES) {
    if (!(await takesVersion(path))) continue;
    const { text } = await ask(withVersion(path, old));
    const out = [...text.matchAll(/<a\s[^>]*rel="bookmark"[^>]*>/g)].map(([tag]) => attributeOf(tag, "href") ?? "");
    expect(out.flatMap(namedIn), path).toEqual([]);
    expect(out.map(kindOf), path).toEqual([kindOf(path)]);
    const newest = await ask(path);
    const relative = readAddresses(newest.text).filter(
      (href) => href.startsWith("/") && /^\/(?!citation|CITATION)/.test(href),
    );
    expect(
      relative.filter((href) => namedIn(href).length > 0),
      path,
    ).toEqual([]);
    expect(newest.text, path).not.toContain('name="version"');
  }
});

test("a version that is not available leaves links as they are", async () => {
  const { text } = await ask("/services/netflix?version=1999-01-01.1");
  expect(text).toContain("There is no dataset 1999-01-01.1");
  const named = readAddresses(text).filter((href) => href.startsWith("/") && namedIn(href).includes("1999-01-01.1"));
  expect(named.filter((href) => kindOf(href) !== "/services/*")).toEqual([]);
});
