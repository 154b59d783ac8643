import type { ReactNode } from "react";
import { Neatline } from "@/components/ui/neatline";
import { Brand } from "./brand";
import { STAFF_NAV, type StaffNavKey } from "./navigation";

export type StaffShellProps = {
  current?: StaffNavKey | undefined;
  /** Entries this person may open; all without it. */
  allowed?: readonly StaffNavKey[];
  who: { email: string; role: string };
  /** Signs out: a form's button, for it changes state. */
  signOut: ReactNode;
  children: ReactNode;
};

/** Header and content of a staff page. */
export function StaffShell({ current, allowed, who, signOut, children }: StaffShellProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="masthead masthead-staff">
        <Neatline />
        <div className="wrap masthead-row">
          <Brand />
          <span className="staff-tag">Staff</span>
          <nav className="main-nav" aria-label="Staff">
            <ul>
              {STAFF_NAV.filter(({ key }) => allowed?.includes(key) ?? true).map(({ key, name, href }) => (
                <li key={key}>
                  <a href={href} aria-current={key === current ? "page" : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="masthead-end">
            <span className="who">
              {who.email}
              <span className="who-role">{who.role}</span>
            </span>
            {signOut}
          </div>
        </div>
      </header>
      <main id="main" className="wrap">
        {children}
      </main>
    </>
  );
}
