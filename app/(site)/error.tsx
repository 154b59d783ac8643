"use client";

import { PageFailed } from "@/components/site/page-failed";

/** Page that Next shows in place of one that failed, where the launcher does not replace it. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <PageFailed reference={error.digest} />;
}
