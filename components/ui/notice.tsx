import type { ReactNode } from "react";

/** `action` when the reader has to act now (a token shown once). */
export function Notice({ children, tone = "plain" }: { children: ReactNode; tone?: "plain" | "action" }) {
  return (
    <div className={tone === "action" ? "notice notice-action" : "notice"} role="status">
      {children}
    </div>
  );
}
