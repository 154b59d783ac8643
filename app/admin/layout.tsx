import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = {
  title: { default: "Price Atlas staff", template: "%s · Price Atlas staff" },
  description: null,
  robots: { index: false, follow: false },
  referrer: "same-origin",
};

export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
