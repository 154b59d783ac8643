import type { ReactNode } from "react";

/** `says` is read aloud instead of single symbols. */
export const Formula = ({ says, children }: { says: string; children: ReactNode }) => (
  <p className="formula">
    <span aria-hidden="true">{children}</span>
    <span className="visually-hidden">{says}</span>
  </p>
);

export const Equation = ({ children }: { children: ReactNode }) => <span className="equation">{children}</span>;
