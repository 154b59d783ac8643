"use client";

import { PageFailed } from "@/components/site/page-failed";

/** What Next shows in place of a page that failed, where our front does not replace it. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <PageFailed reference={error.digest} />;
}
