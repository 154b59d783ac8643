import type { ReactNode } from "react";

/** Framed example: title, note at the right, and code, tabs or a form inside. */
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
