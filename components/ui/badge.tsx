import type { ReactNode } from "react";

/** A word in a frame: platform, kind of endpoint, "mostly billed in US dollars". */
export const Badge = ({ children }: { children: ReactNode }) => <span className="badge">{children}</span>;
