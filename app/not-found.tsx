import type { Metadata } from "next";

export const metadata: Metadata = { title: "There is no such page", robots: { index: false } };

/** Next renders this with every page, in case that it is needed; visitors see app/missing/page.tsx in its place. */
export default function NotFound() {
  return (
    <main>
      <h1>There is no such page</h1>
    </main>
  );
}
