import type { Metadata } from "next";
import { changePassword, signOutEverywhere } from "@/app/admin/(signed-in)/account/actions";
import { ActionButton } from "@/components/admin/action-button";
import { ActionField } from "@/components/admin/action-fields";
import { ActionForm } from "@/components/admin/action-form";
import { DoneNotice } from "@/components/admin/done-notice";
import { NewPasswordFields } from "@/components/admin/new-password-fields";
import { StaffHead } from "@/components/admin/staff-head";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { requireStaff } from "@/lib/access/staff/current-data";
import { countSessions, findMember } from "@/lib/access/staff/data";
import type { SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "My account" };

const DONE = {
  password: "Your password is changed. Every other device is signed out.",
  role: "Your role is changed, at once.",
};

export default async function AccountPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("account.read", "/admin/account");
  const [{ done }, sessions, member] = await Promise.all([searchParams, countSessions(staff.id), findMember(staff.id)]);
  return (
    <>
      <StaffHead title="My account">
        {staff.email}, {staff.role}. Signed in on {sessions === 1 ? "this device only" : `${sessions} devices`}; a
        sign-in lasts eight hours.
      </StaffHead>
      <DoneNotice done={done} words={DONE} />
      {member?.hasPassword && (
        <section>
          <h2 className="section-title">Password</h2>
          <ActionForm action={changePassword} label="Change my password">
            <ActionField
              label="Current password"
              name="current_password"
              type="password"
              autoComplete="current-password"
              isRequired
            />
            <NewPasswordFields />
            <ActionButton>Change password</ActionButton>
          </ActionForm>
        </section>
      )}
      <section className={member?.hasPassword ? "section-near" : undefined}>
        <h2 className="section-title">Sign out everywhere</h2>
        <p className="section-note">Ends your sign-in on every device, this one included.</p>
        <ActionForm action={signOutEverywhere} label="Sign out everywhere">
          <ActionButton look="plain">Sign out everywhere</ActionButton>
        </ActionForm>
      </section>
      <section className="section-near needs-script">
        <ThemeSwitch />
      </section>
    </>
  );
}
