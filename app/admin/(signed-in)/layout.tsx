import type { ReactNode } from "react";
import { ActionForm } from "@/components/admin/action-form";
import type { StaffNavKey } from "@/components/site/navigation";
import { StaffShell } from "@/components/site/staff-shell";
import { findSignedIn } from "@/lib/access/staff/current-data";
import { type Action, may } from "@/lib/access/staff/roles/rules";
import { signOut } from "./actions";

const READING: Readonly<Record<StaffNavKey, Action>> = {
  desk: "desk.read",
  verify: "desk.read",
  changes: "desk.read",
  reports: "desk.read",
  keys: "key.read",
  audit: "audit.read",
  staff: "staff.read",
  data: "data.read",
};
const PARTS = ["desk", "verify", "changes", "reports", "keys", "audit", "staff", "data"] as const;

/** Checks no permission: each page does. */
export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const staff = await findSignedIn();
  if (!staff) return children;
  return (
    <StaffShell
      person={{
        email: staff.email,
        role: staff.role,
        allowed: PARTS.filter((part) => may(staff.role, READING[part])),
        signOut: (
          <ActionForm action={signOut} className="sign-out">
            <button type="submit" className="link-button">
              Sign out
            </button>
          </ActionForm>
        ),
      }}
    >
      {children}
    </StaffShell>
  );
}
