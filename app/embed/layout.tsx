import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Frames are parts of other pages: search engines list the pages that they link to. EmbedFrame writes their titles. */
export const metadata: Metadata = { title: null, robots: { index: false, follow: true } };

export default function EmbedLayout({ children }: { children: ReactNode }) {
  return children;
}
