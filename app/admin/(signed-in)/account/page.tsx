import type { Metadata } from "next";
import {
  addPasskey,
  changePassword,
  endOwn,
  removePasskey,
  signOutEverywhere,
} from "@/app/admin/(signed-in)/account/actions";
import { ActionButton } from "@/components/admin/action-button";
import { ActionField } from "@/components/admin/action-fields";
import { ActionForm } from "@/components/admin/action-form";
import { DoneNotice } from "@/components/admin/done-notice";
import { NewPasswordFields } from "@/components/admin/new-password-fields";
import { PasskeyButton } from "@/components/admin/passkey-button";
import { passkeyColumns } from "@/components/admin/passkey-columns";
import { sessionColumns } from "@/components/admin/session-columns";
import { StaffHead } from "@/components/admin/staff-head";
import { DataTable } from "@/components/ui/data-table";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { requireStaff } from "@/lib/access/staff/current-data";
import { findMember, listPasskeys, listSessions } from "@/lib/access/staff/data";
import { canHavePasskeys, offerPasskey } from "@/lib/access/staff/passkeys/data";
import { FRESH_SIGN_IN, needsSignIn, SIGN_IN_PATH } from "@/lib/access/staff/roles/rules";
import type { SignedIn } from "@/lib/access/staff/roles/schema";
import type { SearchParams } from "@/lib/pages/query";
import { currentTime } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "My account" };

const DONE = {
  password: "Your password is changed. Every other device is signed out.",
  role: "Your role is changed, at once.",
  passkey: "The passkey is added. From now on you can sign in with it.",
  "passkey-removed": "The passkey is removed: nobody signs in with it any more. Delete it on its device too.",
  link: "You are signed in, once. Add a passkey now: without one the next sign-in needs another link.",
  ended: "That sign-in has ended.",
};

export default async function AccountPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff("account.read", "/admin/account");
  const [{ done }, sessions, member] = await Promise.all([searchParams, listSessions(staff.id), findMember(staff.id)]);
  return (
    <>
      <StaffHead title="My account">
        {staff.email}, {staff.role}. A sign-in lasts eight hours; tokens and webhooks of keys, people, roles, links,
        sources and passkeys need one of the last 15 minutes.
      </StaffHead>
      <DoneNotice done={done} words={DONE} />
      <Passkeys staff={staff} />
      {member?.hasPassword && (
        <section className="section-near">
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
      <section className="section-near">
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

const CHANGE_HREF = `${SIGN_IN_PATH}?${new URLSearchParams({ callbackUrl: "/admin/account", done: FRESH_SIGN_IN })}`;

async function Passkeys({ staff }: { staff: SignedIn }) {
  const passkeys = await listPasskeys(staff.id);
  const isLate = needsSignIn("passkey.add", staff.signedInAt, currentTime());
  const known = passkeys.map(({ credentialId }) => credentialId);
  return (
    <section>
      <h2 className="section-title">Passkeys</h2>
      <p className="section-note">
        A passkey signs you in by the finger, face or number that unlocks your device, and cannot be given away to a
        copy of this site. Its secret never leaves the device, or your password manager.
      </p>
      {passkeys.length > 0 && (
        <DataTable
          caption="Your passkeys, the newest first"
          columns={passkeyColumns(removePasskey)}
          rows={passkeys}
          rowKey={({ id }) => id}
        />
      )}
      {!canHavePasskeys() ? (
        <p>There are none at an address of numbers: PUBLIC_URL needs the name of a host.</p>
      ) : isLate ? (
        <p>
          To add one, <a href={CHANGE_HREF}>sign in again</a>: your sign-in is older than 15 minutes.
        </p>
      ) : (
        <ActionForm action={addPasskey} className="form-row section-near" label="Add a passkey">
          <ActionField label="Name: which device it is on" name="passkey_name" isRequired />
          <PasskeyButton offer={{ create: await offerPasskey(staff, known) }} look="plain">
            Add a passkey
          </PasskeyButton>
        </ActionForm>
      )}
    </section>
  );
}
