import type { ReactNode } from "react";
import { Link } from "./link";

export type WayOut = { href: string; text: string; note?: string };
export type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  waysOut: readonly WayOut[];
  level?: 1 | 2 | 3;
};

export function EmptyState({ title, children, waysOut, level = 3 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="blank">
      <Heading className="finding finding-sub">{title}</Heading>
      {children && <p>{children}</p>}
      {waysOut.length > 0 && (
        <ul>
          {waysOut.map(({ href, text, note }) => (
            <li key={href}>
              <Link href={href}>{text}</Link> {note !== undefined && <span>{note}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
