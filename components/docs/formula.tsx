import type { ReactNode } from "react";

/** Formula on its own line; `says` is read aloud instead of single symbols. */
export const Formula = ({ says, children }: { says: string; children: ReactNode }) => (
  <p className="formula">
    <span aria-hidden="true">{children}</span>
    <span className="visually-hidden">{says}</span>
  </p>
);

/** One of several equations of a formula; not broken when they stand below each other. */
export const Equation = ({ children }: { children: ReactNode }) => <span className="equation">{children}</span>;
