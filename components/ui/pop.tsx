import type { ReactNode } from "react";
import { Link } from "./link";

export type PopProps = {
  /** Stands before the value: `Month`. */
  label?: string;
  /** Names the choice that stands, or what the panel does. */
  value: ReactNode;
  title: string;
  children: ReactNode;
  /** `end` opens towards the left, `button` too. */
  look?: "button" | "end";
  /** Only one panel of a group is open at a time. */
  group?: string;
};

/** A panel that opens below its word, on phones as a sheet from the bottom. A click outside closes it without a script. */
export function Pop({ label, value, title, children, look, group }: PopProps) {
  return (
    <details className={look === undefined ? "pop" : "pop pop-end"} name={group} data-menu="">
      <summary className={look === "button" ? "button button-plain" : undefined}>
        {label !== undefined && <span className="pop-label">{label} </span>}
        <span className="pop-value">{value}</span>
      </summary>
      <div className="pop-panel">
        <p className="pop-title">{title}</p>
        {children}
      </div>
    </details>
  );
}

export type PopChoice = { key: string; href: string; name: string; note?: string; isCurrent?: boolean };

export function PopChoices({ choices }: { choices: readonly PopChoice[] }) {
  return (
    <ul className="pop-choices">
      {choices.map(({ key, href, name, note, isCurrent }) => (
        <li key={key}>
          <Link href={href} aria-current={isCurrent ? "true" : undefined}>
            <b>{name}</b>
            {note !== undefined && <span>{note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
