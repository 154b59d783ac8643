import { Link } from "./link";
export type Crumb = { name: string; href: string };

/** Pages above this one, outermost first; without the page itself, whose title is its h1. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ name, href }) => (
          <li key={href}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
