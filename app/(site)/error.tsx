"use client";

import { PageFailed } from "@/components/site/page-failed";

/** Shown where the launcher does not replace a failed page. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <PageFailed reference={error.digest} />;
}
