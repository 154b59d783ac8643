import { formatCount } from "@/lib/text/format";

export type StatusLink = { key: string; name: string; count: number; href: string; isCurrent: boolean };

type StatusNavProps = { links: readonly StatusLink[]; label?: string };

export function StatusNav({ links, label = "Filter by status" }: StatusNavProps) {
  return (
    <nav className="status-nav" aria-label={label}>
      <ul>
        {links.map(({ key, name, count, href, isCurrent }) => (
          <li key={key}>
            <a href={href} aria-current={isCurrent ? "true" : undefined}>
              {name} <span className="count">{formatCount(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
