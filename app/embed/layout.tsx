import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Frames are parts of other pages: search engines list the pages that they link to. */
export const metadata: Metadata = { robots: { index: false, follow: true } };

export default function EmbedLayout({ children }: { children: ReactNode }) {
  return children;
}
