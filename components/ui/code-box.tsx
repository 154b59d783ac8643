import type { ReactNode } from "react";

/** A framed example: title, note at its right, and inside code, tabs or a form. */
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
