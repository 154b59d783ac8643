import type { Metadata } from "next";
import { PageFailed } from "@/components/site/page-failed";
import { PageShell } from "@/components/site/page-shell";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import type { SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Not available at the moment", robots: { index: false } };

/**
 * Error page that server/edge/pages.ts sends instead of a page that failed. Reads nothing, so that it cannot fail
 * for the reason that the page did.
 */
export default async function FailurePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { reference } = await searchParams;
  return (
    <PageShell
      header={{
        address: "/",
        currency: "USD",
        country: null,
        countries: [],
        currencies: [{ value: "USD", label: "USD" }],
      }}
      footer={{ summary: null, attribution: ATTRIBUTION, credits: [] }}
    >
      <PageFailed reference={typeof reference === "string" && /^\w{1,40}$/.test(reference) ? reference : undefined} />
    </PageShell>
  );
}
