import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Price Atlas staff", template: "%s · Price Atlas staff" },
  description: null,
  robots: { index: false, follow: false },
  // Keeps set-up links on this site; with "no-referrer" browsers would send forms without an origin.
  referrer: "same-origin",
};

export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
