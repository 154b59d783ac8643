import { createElement, type ReactNode } from "react";
import { writeStaticHtml } from "@/lib/pages/static-html";
import { STATIC_PART, staticParts } from "@/lib/pages/static-parts";

/**
 * Content of a public page, which React does not take over in the browser: written as HTML at once, where Next would
 * encode, decode and write each element for itself. Components in it load nothing: the page has loaded what they show.
 */
export function StaticHtml({ children }: { children: ReactNode }) {
  const html = writeStaticHtml(children);
  const parts = staticParts.getStore();
  return parts
    ? createElement(STATIC_PART, { "data-at": parts.push(html) - 1 })
    : createElement(STATIC_PART, { dangerouslySetInnerHTML: { __html: html } });
}
