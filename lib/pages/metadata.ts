import type { Metadata } from "next";
import { publicUrl } from "@/lib/platform/env";
import { toHref } from "./query";

type PageFacts = {
  title: string;
  description: string;
  path: string;
  /** Path and query of the preview, 1200 x 630. */
  image: string;
  feeds?: readonly { type: string; url: string; title: string }[];
};

const FEEDS = [
  { type: "application/atom+xml", url: "/feed.xml", title: "Price changes" },
  { type: "text/calendar", url: "/feed.ics", title: "Price changes" },
  { type: "application/feed+json", url: "/feed.json", title: "Price changes" },
];

/** Ordered links must be metadata: React places elements of a component unpredictably before or after them. */
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

export function describeEmbeddable(facts: PageFacts): Metadata {
  const url = `${publicUrl()}${facts.path}`;
  const oembed = { url: publicUrl() + toHref("/oembed", { format: "json", url }), title: facts.title };
  const { alternates, ...described } = describePage(facts);
  const types = { ...alternates?.types, "application/json+oembed": [oembed] };
  return { ...described, alternates: { ...alternates, types } };
}
