import type { Metadata } from "next";
import { changePassword, endOwn, signOutEverywhere } from "@/app/admin/(signed-in)/account/actions";
import { ActionButton } from "@/components/admin/action-button";
import { ActionField } from "@/components/admin/action-fields";
import { ActionForm } from "@/components/admin/action-form";
import { DoneNotice } from "@/components/admin/done-notice";
import { NewPasswordFields } from "@/components/admin/new-password-fields";
import { sessionColumns } from "@/components/admin/session-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { DataTable } from "@/components/ui/data-table";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { requireStaff } from "@/lib/access/staff/current-data";
import { findMember, listSessions } from "@/lib/access/staff/data";
import type { SearchParams } from "@/lib/pages/query";

export const metadata: Metadata = { title: "My account" };

const DONE = {
  password: "Your password is changed. Every other device is signed out.",
  role: "Your role is changed, at once.",
  ended: "That sign-in has ended.",
};

export default async function AccountPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("account.read", "/admin/account");
  const [{ done }, sessions, member] = await Promise.all([searchParams, listSessions(staff.id), findMember(staff.id)]);
  return (
    <>
      <StaffHead title="My account">
        {staff.email}, {staff.role}. A sign-in lasts eight hours; tokens of keys, people, roles, links and sources need
        one of the last 15 minutes.
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
        <h2 className="section-title">Where you are signed in</h2>
        <DataTable
          caption="Your sign-ins that have not ended, the newest first"
          columns={sessionColumns(staff.sessionId, endOwn)}
          rows={sessions}
          rowKey={({ id }) => id}
        />
      </section>
      <section className="section-near">
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
