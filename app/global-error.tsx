"use client";

import "@/components/styles/index.css";
import { ErrorState } from "@/components/ui/error-state";

export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <head>
        <title>Price Atlas: temporarily not available</title>
      </head>
      <body>
        <main className="wrap">
          <ErrorState
            title="Price Atlas cannot be shown at the moment"
            deck="Something failed on our side, and we have a record of it. Trying again in a few seconds often helps."
            waysOutTitle="What you can do"
            waysOut={[
              { href: "", text: "Try again" },
              { href: "/api/health", text: "Status of the service" },
            ]}
            reference={error.digest}
          />
        </main>
      </body>
    </html>
  );
}
