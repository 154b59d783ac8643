"use client";

import { ErrorState } from "@/components/ui/error-state";

/** Shown where the launcher does not replace a failed page. The digest identifies the cause in the log; the page does not show it. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <ErrorState
      title="This page cannot be shown at the moment"
      deck="The data could not be read, or something failed on our side. We have a record of it; trying again in a few seconds often helps."
      waysOutTitle="What you can do"
      waysOut={[
        { href: "", text: "Try again" },
        { href: "/", text: "Go to the home page" },
        { href: "/api/health", text: "Status of this site" },
      ]}
      reference={error.digest}
    />
  );
}
