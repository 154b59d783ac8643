"use client";

import { useEffect } from "react";

/** Announces to components/client that React has finished the document; only where React's scripts are sent. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    document.dispatchEvent(new Event("hydrated"));
  }, []);
  return null;
}
