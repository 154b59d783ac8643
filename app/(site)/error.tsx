"use client";

import { ErrorState } from "@/components/ui/error-state";

/** A page that failed, in the frame of the site. The cause stays in the log, found again by its digest. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <ErrorState
      title="This page cannot be shown at the moment"
      deck="The data could not be read, or something failed on our side. It was noted; a second try in a few seconds often helps."
      waysOutTitle="What you can do"
      waysOut={[
        { href: "", text: "Try again" },
        { href: "/", text: "Go to the first page" },
        { href: "/api/health", text: "See whether the service is well" },
      ]}
      reference={error.digest}
    />
  );
}
