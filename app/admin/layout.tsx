import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Price Atlas staff", template: "%s · Price Atlas staff" },
  description: null,
  robots: { index: false, follow: false },
  // Set-up links stay on this site. With "no-referrer" browsers would send forms as from nowhere.
  referrer: "same-origin",
};

export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
