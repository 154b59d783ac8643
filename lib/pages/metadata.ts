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
};

/**
 * Feeds that a page names. Metadata, as all links of a head whose order matters: React places the elements of a component
 * before or after them, by whichever is ready first.
 */
const FEEDS = { "application/atom+xml": [{ url: "/feed.xml", title: "Price changes" }] };

/** Metadata of a public page, with its preview on other sites. */
export const describePage = ({ title, description, path, image }: PageFacts): Metadata => ({
  title,
  description,
  alternates: { canonical: path, types: FEEDS },
  openGraph: { title, description, url: path, images: [{ url: image, width: 1200, height: 630, alt: title }] },
});

/** Metadata of a page that other sites can embed, with the link by which they discover how (oEmbed). */
export function describeEmbeddable(facts: PageFacts): Metadata {
  const url = `${publicUrl()}${facts.path}`;
  const oembed = { url: publicUrl() + toHref("/oembed", { format: "json", url }), title: facts.title };
  const described = describePage(facts);
  return {
    ...described,
    alternates: { ...described.alternates, types: { ...FEEDS, "application/json+oembed": [oembed] } },
  };
}
