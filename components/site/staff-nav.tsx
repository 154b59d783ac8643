"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { STAFF_NAV, type StaffNavKey } from "./navigation";

export function StaffNav({ allowed }: { allowed: readonly StaffNavKey[] }) {
  const segment = useSelectedLayoutSegment();
  return (
    <nav className="main-nav" aria-label="Staff">
      <ul>
        {STAFF_NAV.filter(({ key }) => allowed.includes(key)).map(({ key, name, href }) => (
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
