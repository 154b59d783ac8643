import { formatCount } from "@/lib/text/format";

export type StatusLink = { key: string; name: string; count: number; href: string; isCurrent: boolean };

export function StatusNav({ links }: { links: readonly StatusLink[] }) {
  return (
    <nav className="status-nav" aria-label="Filter by status">
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
