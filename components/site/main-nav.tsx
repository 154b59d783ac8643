import { Link } from "@/components/ui/link";
import { MAIN_NAV } from "./navigation";

export function MainNav({ path }: { path: string }) {
  const section = path.split("/")[1];
  return (
    <nav className="main-nav" aria-label="Main">
      <ul>
        {MAIN_NAV.map(({ key, name, href, className }) => (
          <li key={key} className={className}>
            <Link href={href} aria-current={key === section ? "page" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
