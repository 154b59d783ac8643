"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { MAIN_NAV } from "./navigation";

/** The sections of the site, the current one marked. A client component because only those know the path in a layout. */
export function MainNav() {
  const segment = useSelectedLayoutSegment();
  return (
    <nav className="main-nav" aria-label="Main">
      <ul>
        {MAIN_NAV.map(({ key, name, href }) => (
          <li key={key}>
            <a href={href} aria-current={key === segment ? "page" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
