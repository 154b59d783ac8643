import type { ReactNode } from "react";
import { PageFrame } from "@/components/ui/page-frame";
import { Brand } from "./brand";
import type { StaffNavKey } from "./navigation";
import { StaffNav } from "./staff-nav";

export type StaffShellProps = {
  person: {
    email: string;
    role: string;
    allowed: readonly StaffNavKey[];
    signOut: ReactNode;
  } | null;
  children: ReactNode;
};

export function StaffShell({ person, children }: StaffShellProps) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="masthead masthead-staff">
        <PageFrame />
        <div className="wrap masthead-row">
          <Brand />
          <span className="staff-tag">Staff</span>
          {person && (
            <>
              <StaffNav allowed={person.allowed} />
              <div className="masthead-end">
                <a className="who" href="/admin/account">
                  <span className="who-email">{person.email}</span>
                  <span className="who-role">{person.role}</span>
                </a>
                {person.signOut}
              </div>
            </>
          )}
        </div>
      </header>
      <main id="main" className="wrap">
        {children}
      </main>
    </>
  );
}
