import type { ReactNode } from "react";

export type WayOut = { href: string; text: string; note?: string };
export type EmptyStateProps = {
  /** A sentence: "No price of Netflix matches these filters." */
  title: string;
  children?: ReactNode;
  /** Nearest matches, or the filters to take off. */
  waysOut: readonly WayOut[];
  level?: 2 | 3;
};

/** Nothing to show, said as a sentence, with ways out. */
export function EmptyState({ title, children, waysOut, level = 3 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="blank">
      <Heading className="finding finding-sub">{title}</Heading>
      {children && <p>{children}</p>}
      <ul>
        {waysOut.map(({ href, text, note }) => (
          <li key={href}>
            <a href={href}>{text}</a> {note !== undefined && <span>{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
