import type { ReactNode } from "react";
import { stepOf } from "./scale";

/** Figure inside a headline, underlined in its colour on the map. `pct` against the US. */
export function Mark({ pct, children }: { pct: number; children: ReactNode }) {
  return (
    <span className="mark" data-step={stepOf(pct)}>
      {children}
    </span>
  );
}
