import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { disable, enable, makeLink, setRole, signOutEverywhere } from "@/app/admin/(signed-in)/staff/actions";
import { ActionButton } from "@/components/admin/action-button";
import { ActionSelect } from "@/components/admin/action-fields";
import { ActionForm } from "@/components/admin/action-form";
import { DoneNotice } from "@/components/admin/done-notice";
import { ROLE_CHOICES } from "@/components/admin/role-choices";
import { describeState } from "@/components/admin/staff-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { requireStaff } from "@/lib/access/staff/current-data";
import { listStaff } from "@/lib/access/staff/data";
import type { SearchParams } from "@/lib/pages/query";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export const metadata: Metadata = { title: "Person" };

const DONE = {
  role: "The role is changed, at once.",
  disabled: "Disabled. Every sign-in of this person has ended.",
  enabled: "Enabled.",
  "signed-out": "Every sign-in of this person has ended.",
  asked: "Another owner has to make the link, on this page, within 24 hours.",
  "sent-before":
    "This form was sent before, and was carried out then. Its link was shown once; if nobody has it, make a new one.",
};

export default async function PersonPage({ params, searchParams }: Props) {
  const { id } = await params;
  await requireStaff("staff.read", `/admin/staff/${id}`);
  const member = (await listStaff()).find((one) => one.id === id);
  if (!member) notFound();
  const { done } = await searchParams;
  return (
    <>
      <StaffHead title={member.email} crumbs={[{ name: "People", href: "/admin/staff" }]}>
        {describeState(member)}. Signed in on {member.sessions === 1 ? "1 device" : `${member.sessions} devices`}.{" "}
        <a href={`/admin/audit?who=${encodeURIComponent(member.email)}`}>What they did</a>
      </StaffHead>
      <DoneNotice done={done} words={DONE} />
      <section>
        <h2 className="section-title">Role</h2>
        <ActionForm action={setRole} hidden={{ id }} className="form-row" label="Change the role">
          <ActionSelect label="Role" name="role" choices={ROLE_CHOICES} value={member.role} />
          <ActionButton look="plain">Change role</ActionButton>
        </ActionForm>
      </section>
      {member.active && (
        <>
          <section className="section-near">
            <h2 className="section-title">Set-up link</h2>
            <p className="section-note">
              For a first sign-in, a forgotten password or a lost passkey: a link, shown once, that works for 24 hours
              and replaces an earlier one. It takes the place of every password and passkey of this person. For somebody
              who has signed in, another owner has to ask for it first; that person is told at the next sign-in.
              {member.linkAskedAt !== null && " A link has been asked for."}
            </p>
            <ActionForm action={makeLink} hidden={{ id, form_id: randomUUID() }} label="Make a set-up link">
              <ActionButton look="plain">Make a link</ActionButton>
            </ActionForm>
          </section>
          <section className="section-near">
            <h2 className="section-title">Sign out everywhere</h2>
            <p className="section-note">Ends every sign-in at once, on devices that were lost too.</p>
            <ActionForm action={signOutEverywhere} hidden={{ id }} label="Sign out everywhere">
              <ActionButton look="plain">Sign out everywhere</ActionButton>
            </ActionForm>
          </section>
        </>
      )}
      <section className="section-near">
        <h2 className="section-title">{member.active ? "Disable" : "Enable"}</h2>
        <p className="section-note">
          {member.active
            ? "Ends every sign-in at once and admits no new one. The person stays in the audit log."
            : member.hasPassword || member.passkeys > 0
              ? "Lets this person sign in again, as before."
              : "Lets this person sign in through a provider, or by a set-up link that you make then."}
        </p>
        <ActionForm
          action={member.active ? disable : enable}
          hidden={{ id }}
          label={member.active ? "Disable" : "Enable"}
        >
          <ActionButton look="plain">{member.active ? "Disable" : "Enable"}</ActionButton>
        </ActionForm>
      </section>
    </>
  );
}
