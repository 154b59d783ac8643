import type { ReactNode } from "react";

export function CodeBox({ title, note, children }: { title?: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="code-box">
      {title !== undefined && (
        <p className="code-box-title">
          {title}
          {note !== undefined && <span>{note}</span>}
        </p>
      )}
      {children}
    </div>
  );
}
