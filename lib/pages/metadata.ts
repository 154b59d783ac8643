import type { Metadata } from "next";
import { publicUrl } from "@/lib/platform/env";
import { toHref } from "./query";

type PageFacts = {
  title: string;
  description: string;
  /** Canonical path and query. */
  path: string;
  /** Path and query of the picture that other sites show beside a link to the page, 1200 x 630. */
  image: string;
  /** Feeds that follow what the page shows. */
  feeds?: readonly { type: string; url: string; title: string }[];
};

/** Feeds of everything, which each page names after its own. */
const FEEDS = [
  { type: "application/atom+xml", url: "/feed.xml", title: "Price changes" },
  { type: "application/feed+json", url: "/feed.json", title: "Price changes" },
];

/**
 * Metadata of a public page, with its preview on other sites. All links of a head whose order matters are metadata: React
 * places the elements of a component before or after them, by whichever is ready first.
 */
export const describePage = ({ title, description, path, image, feeds = [] }: PageFacts): Metadata => ({
  title,
  description,
  alternates: { canonical: path, types: toTypes([...feeds, ...FEEDS]) },
  openGraph: { title, description, url: path, images: [{ url: image, width: 1200, height: 630, alt: title }] },
});

function toTypes(feeds: readonly (typeof FEEDS)[number][]) {
  const of = (wanted: string) => feeds.filter(({ type }) => type === wanted).map(({ url, title }) => ({ url, title }));
  return Object.fromEntries(FEEDS.map(({ type }) => [type, of(type)]));
}

/** Metadata of a page that other sites can embed, with the link by which they discover how (oEmbed). */
export function describeEmbeddable(facts: PageFacts): Metadata {
  const url = `${publicUrl()}${facts.path}`;
  const oembed = { url: publicUrl() + toHref("/oembed", { format: "json", url }), title: facts.title };
  const { alternates, ...described } = describePage(facts);
  const types = { ...alternates?.types, "application/json+oembed": [oembed] };
  return { ...described, alternates: { ...alternates, types } };
}
