"use client";

import { useEffect } from "react";

/** Tells components/client that React has finished the document. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    document.dispatchEvent(new Event("hydrated"));
  }, []);
  return null;
}
