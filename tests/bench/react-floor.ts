import { readFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { chromium } from "playwright";
import { createElement, type ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { findChromium } from "../support/chromium";

// The least that React takes for a page: reads the file of its HTML, makes elements of it once, renders them
// as often as the second argument says, and prints the milliseconds of processor time of one time. No data, no components, nothing compressed.

const WARM_UP = 10;

type Markup = string | { name: string; attributes: Record<string, string>; children: Markup[] };

const [, , file = "", count] = process.argv;
const times = Number(count);
const markup = await parse(await readFile(file, "utf8"));
// React warns of attributes that HTML writes in another way than it does.
console.error = () => {};
const elements = toElements(markup);
for (let at = 0; at < WARM_UP; at++) await render();
const before = process.cpuUsage();
for (let at = 0; at < times; at++) await render();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1_000 / times);

/** Read by a browser, without what it would run. */
async function parse(html: string): Promise<Markup> {
  const found = await findChromium();
  if (found === null) throw new Error("The floor of React needs Chromium.");
  const browser = await chromium.launch({ ...found, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    // tsx compiles inner functions into calls of a helper that pages do not have.
    await page.evaluate("globalThis.__name = (named) => named");
    return await page.evaluate((source) => {
      const read = (node: ChildNode): Markup[] => {
        if (node instanceof Text) return [node.data];
        if (!(node instanceof Element)) return [];
        const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
        const name = node instanceof SVGElement ? node.tagName : node.localName;
        return [{ name, attributes, children: [...node.childNodes].flatMap(read) }];
      };
      const [root] = read(new DOMParser().parseFromString(source, "text/html").documentElement);
      return root ?? "";
    }, html);
  } finally {
    await browser.close();
  }
}

function toElements(node: Markup): ReactNode {
  if (typeof node === "string") return node;
  // React takes styles as objects only.
  const { style, ...attributes } = node.attributes;
  return createElement(node.name, { ...attributes, "data-style": style }, ...node.children.map(toElements));
}

async function render(): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  renderToPipeableStream(elements).pipe(nowhere);
  await finished(nowhere);
}
