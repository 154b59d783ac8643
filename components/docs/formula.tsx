import type { ReactNode } from "react";

/** A formula on a line of its own; `says` reads it out where symbols would be spelled. */
export const Formula = ({ says, children }: { says: string; children: ReactNode }) => (
  <p className="formula">
    <span aria-hidden="true">{children}</span>
    <span className="visually-hidden">{says}</span>
  </p>
);

/** One of several equations of a formula, kept whole where they stand below each other. */
export const Equation = ({ children }: { children: ReactNode }) => <span className="equation">{children}</span>;
