import { Link } from "./link";
export type Sibling = { name: string; href: string; fact?: string; note?: string; isCurrent?: boolean };

export function SiblingNav({ label, siblings }: { label: string; siblings: readonly Sibling[] }) {
  return (
    <nav className="siblings" aria-label={label}>
      <ul>
        {siblings.map(({ name, href, fact, note, isCurrent }) => (
          <li key={href}>
            <Link href={href} aria-current={isCurrent ? "page" : undefined}>
              <b>{name}</b>
              {fact !== undefined && <span>{fact}</span>}
              {note !== undefined && <small>{note}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
