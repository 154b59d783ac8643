import type { Metadata } from "next";
import { PageFailed } from "@/components/site/page-failed";
import { PageShell } from "@/components/site/page-shell";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import type { SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Not available at the moment", robots: { index: false } };

/** What the front (server/edge/page-handler.ts) shows in place of a page that failed. It reads nothing that could fail again. */
export default async function FailurePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { reference } = await searchParams;
  return (
    <PageShell
      header={{ address: "/", currency: "USD", currencies: [{ value: "USD", label: "USD" }] }}
      footer={{ summary: null, attribution: ATTRIBUTION, credits: [] }}
    >
      <PageFailed reference={typeof reference === "string" && /^\w{1,40}$/.test(reference) ? reference : undefined} />
    </PageShell>
  );
}
