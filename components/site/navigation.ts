export type NavKey = "services" | "countries" | "compare" | "mine" | "changes" | "docs" | "search";
export type StaffNavKey = "desk" | "verify" | "changes" | "reports" | "keys" | "audit" | "staff" | "data";

export const MAIN_NAV: readonly { key: NavKey; name: string; href: string; className?: string }[] = [
  { key: "services", name: "Subscriptions", href: "/services" },
  { key: "countries", name: "Countries", href: "/countries" },
  { key: "compare", name: "Compare", href: "/compare" },
  { key: "mine", name: "Mine", href: "/mine", className: "nav-mine" },
  { key: "changes", name: "Changes", href: "/changes" },
  { key: "docs", name: "API", href: "/docs", className: "nav-docs" },
  { key: "search", name: "Search", href: "/search", className: "nav-search" },
];

export const STAFF_NAV: readonly { key: StaffNavKey; name: string; href: string }[] = [
  { key: "desk", name: "Desk", href: "/admin/desk" },
  { key: "verify", name: "Verify", href: "/admin/verify" },
  { key: "changes", name: "Changes", href: "/admin/changes" },
  { key: "reports", name: "Reports", href: "/admin/reports" },
  { key: "keys", name: "Keys", href: "/admin/keys" },
  { key: "audit", name: "Audit", href: "/admin/audit" },
  { key: "staff", name: "People", href: "/admin/staff" },
  { key: "data", name: "Data", href: "/admin/data" },
];

export const FOOTER_NAV: readonly { title: string; links: readonly { name: string; href: string }[] }[] = [
  {
    title: "Use the data",
    links: [
      { name: "My subscriptions", href: "/mine" },
      { name: "API reference", href: "/docs" },
      { name: "Price your app by country", href: "/multipliers" },
      { name: "Download everything", href: "/docs/endpoints/export" },
      { name: "Codebook", href: "/docs/data" },
      { name: "Versions", href: "/versions" },
      { name: "Follow price changes", href: "/changes" },
    ],
  },
  {
    title: "How it is made",
    links: [
      { name: "How the index is computed", href: "/docs/methodology" },
      { name: "Sources and licences", href: "/about#sources" },
      { name: "What will not change", href: "/docs/changelog#stability" },
      { name: "What has a price, and why not", href: "/coverage" },
      { name: "Corrections", href: "/corrections" },
      { name: "Report an error", href: "/about#corrections" },
    ],
  },
];
