import type { Metadata } from "next";
import { publicUrl } from "@/lib/platform/env";
import { toHref } from "./query";

type PageFacts = {
  title: string;
  description: string;
  path: string;
  /** Path and query of the preview, 1200 x 630. */
  image: string;
  /** Of what the page shows. */
  feed?: { url: string; title: string };
};

const FEED_OF_ALL = { url: "/feed.xml", title: "Price changes" };

/** Ordered links must be metadata: React places elements of a component unpredictably before or after them. */
export function describePage({ title, description, path, image, feed }: PageFacts): Metadata {
  const feeds = feed === undefined ? [FEED_OF_ALL] : [{ url: feed.url, title: feed.title }, FEED_OF_ALL];
  return {
    title,
    description,
    alternates: { canonical: path, types: { "application/atom+xml": feeds } },
    openGraph: { title, description, url: path, images: [{ url: image, width: 1200, height: 630, alt: title }] },
  };
}

export function describeEmbeddable(facts: PageFacts): Metadata {
  const url = `${publicUrl()}${facts.path}`;
  const oembed = { url: publicUrl() + toHref("/oembed", { format: "json", url }), title: facts.title };
  const { alternates, ...described } = describePage(facts);
  const types = { ...alternates?.types, "application/json+oembed": [oembed] };
  return { ...described, alternates: { ...alternates, types } };
}
