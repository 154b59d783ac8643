"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const LOOK_EVERY_MS = 1_000;

/** Progress of a background job. Scripts refresh it; without them, the link reloads the page. */
export function JobWatch({ text, share, href }: { text: string; share: number | null; href: string }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <div className="job" role="status">
      <p>{text}</p>
      <progress aria-label={text} {...(share !== null && { value: share, max: 1 })} />
      <p>
        <a href={href}>Look again</a>
      </p>
    </div>
  );
}
