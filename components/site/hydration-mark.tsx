"use client";

import { useEffect } from "react";

/** Tells components/client that React is done with the document; only where React's scripts are sent. */
export function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
    document.dispatchEvent(new Event("hydrated"));
  }, []);
  return null;
}
