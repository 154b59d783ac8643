import type { FeedEntry } from "./entry-rules";

export type FeedContent = {
  title: string;
  /** Address of the feed, and its id. */
  url: string;
  page: string;
  /** RFC 3339. */
  updated: string;
  attribution: string;
  licenseUrl: string;
  entries: readonly FeedEntry[];
};

const SUBTITLE = "Changes of local subscription prices, as they were first seen.";
const AUTHOR = "Price Atlas";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const xml = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** RFC 4287. */
export function writeAtom(feed: FeedContent): string {
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<?xml-stylesheet type="text/css" href="/feed.css"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">`,
    `<title>${xml(feed.title)}</title>`,
    `<subtitle type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${SUBTITLE} Give the address of this feed to a feed reader, or see <a href="${xml(feed.page)}">the same as a page</a>.</div></subtitle>`,
    `<id>${xml(feed.url)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${xml(feed.url)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(feed.page)}"/>`,
    `<link rel="license" href="${xml(feed.licenseUrl)}"/>`,
    `<updated>${feed.updated}</updated>`,
    `<author><name>${AUTHOR}</name></author>`,
    `<rights>${xml(feed.attribution)}, CC BY 4.0</rights>`,
    ...feed.entries.map(writeAtomEntry),
    `</feed>`,
    "",
  ].join("\n");
}

function writeAtomEntry({ id, title, url, source, published, updated, country, countryName, text }: FeedEntry): string {
  return [
    `<entry>`,
    `<title>${xml(title)}</title>`,
    `<id>${id}</id>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    ...(source === null ? [] : [`<link rel="via" href="${xml(source)}"/>`]),
    `<published>${published}</published>`,
    `<updated>${updated}</updated>`,
    `<category term="${xml(country)}" label="${xml(countryName)}"/>`,
    `<summary>${xml(text)}</summary>`,
    `</entry>`,
  ].join("\n");
}
