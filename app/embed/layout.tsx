import type { Metadata } from "next";
import type { ReactNode } from "react";

/** Search engines list the linked pages instead. EmbedFrame writes the titles. */
export const metadata: Metadata = { title: null, robots: { index: false, follow: true } };

export default function EmbedLayout({ children }: { children: ReactNode }) {
  return children;
}
