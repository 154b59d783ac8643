import type { Metadata } from "next";

export const metadata: Metadata = { title: "There is no such page", robots: { index: false } };

/** Next renders this with every page; visitors see app/missing/page.tsx instead. */
export default function NotFound() {
  return (
    <main>
      <h1>There is no such page</h1>
    </main>
  );
}
