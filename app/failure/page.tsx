import type { Metadata } from "next";
import { PageShell } from "@/components/site/page-shell";
import { ErrorState } from "@/components/ui/error-state";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import type { SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "Not available at the moment", robots: { index: false } };

/** What the front (server/page-front.ts) shows in place of a page that failed. It reads nothing that could fail again. */
export default async function FailurePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { reference } = await searchParams;
  return (
    <PageShell
      header={{ address: "/", currency: "USD", currencies: [{ value: "USD", label: "USD" }] }}
      footer={{ edition: null, attribution: ATTRIBUTION, credits: [] }}
    >
      <ErrorState
        title="This page cannot be shown at the moment"
        deck="The data could not be read, or something failed on our side. It was noted; a second try in a few seconds often helps."
        waysOutTitle="What you can do"
        waysOut={[
          { href: "", text: "Try again" },
          { href: "/", text: "Go to the first page" },
          { href: "/api/health", text: "See whether the service is well" },
        ]}
        reference={typeof reference === "string" && /^\w{1,40}$/.test(reference) ? reference : undefined}
      />
    </PageShell>
  );
}
