import type { ReactNode } from "react";
import { stepOf } from "./scale";

/** `pct` against the US. */
export function Mark({ pct, children }: { pct: number; children: ReactNode }) {
  return (
    <span className="mark" data-step={stepOf(pct)}>
      {children}
    </span>
  );
}
