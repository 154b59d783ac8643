"use client";

import { useEffect, useState } from "react";

const SHOWN_MS = 2000;

/** Copies `text` and says so for two seconds. Without scripts it is not shown: the text can be selected. */
export function CopyButton({
  text,
  label = "Copy",
  className = "copy",
}: {
  text: string;
  label?: string;
  className?: string;
}) {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setResult("copied"),
      () => setResult("failed"),
    );
  return (
    <button type="button" className={`needs-script ${className}`} onClick={copy}>
      <span aria-live="polite">{result === "copied" ? "Copied" : result === "failed" ? "Select and copy" : label}</span>
    </button>
  );
}
