import type { FeedEntry } from "./entry-rules";

export type FeedContent = {
  title: string;
  /** Address of the feed, and its id. */
  url: string;
  page: string;
  base: string;
  version: string;
  /** RFC 3339. */
  updated: string;
  attribution: string;
  license: string;
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

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/); `_price_atlas` has figures named as in the API. */
export function writeJsonFeed(feed: FeedContent): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    description: SUBTITLE,
    home_page_url: feed.page,
    feed_url: feed.url,
    language: "en",
    authors: [{ name: AUTHOR, url: feed.base }],
    _price_atlas: {
      dataset_version: feed.version,
      published_at: feed.updated,
      license: feed.license,
      attribution: feed.attribution,
    },
    items: feed.entries.map(({ id, kind, title, url, source, published, updated, country, text, change }) => ({
      id,
      url,
      ...(source !== null && { external_url: source }),
      title,
      content_text: text,
      date_published: published,
      date_modified: updated,
      tags: [kind, country],
      _price_atlas: { kind, ...change },
    })),
  });
}

const LINE_BYTES = 74;

/** Lines of at most 75 bytes (RFC 5545, 3.1): a space begins the rest of a long one. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const char of line) {
    if (Buffer.byteLength(part + char) > LINE_BYTES) {
      parts.push(part);
      part = "";
    }
    part += char;
  }
  return [...parts, part].join("\r\n ");
}

const calendarText = (text: string) => text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
const calendarInstant = (instant: string) => `${instant.slice(0, 19).replace(/[-:]/g, "")}Z`;

/** iCalendar (RFC 5545): each change is an event of its day. */
export function writeCalendar(feed: FeedContent): string {
  const events = feed.entries.flatMap(({ id, kind, title, url, published, updated, text }) => [
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${calendarInstant(updated)}`,
    `DTSTART;VALUE=DATE:${published.slice(0, 10).replaceAll("-", "")}`,
    `SUMMARY:${calendarText(title)}`,
    `DESCRIPTION:${calendarText(text)}`,
    `URL:${url}`,
    `STATUS:${kind === "withdrawn" ? "CANCELLED" : "CONFIRMED"}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ]);
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Price Atlas//Price changes//EN",
    "METHOD:PUBLISH",
    `NAME:${calendarText(feed.title)}`,
    `X-WR-CALNAME:${calendarText(feed.title)}`,
    `URL:${feed.page}`,
    "REFRESH-INTERVAL;VALUE=DURATION:P1D",
    ...events,
    "END:VCALENDAR",
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join("");
}
