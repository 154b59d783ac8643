import type { Metadata } from "next";
import { ActionButton } from "@/components/admin/action-button";
import { ActionForm } from "@/components/admin/action-form";
import { NewPasswordFields } from "@/components/admin/new-password-fields";
import { SetupCode } from "@/components/admin/setup-code";
import { StaffShell } from "@/components/site/staff-shell";
import { hasPasswords } from "@/lib/access/staff/data";
import { enterByLink, setUp } from "./actions";

export const metadata: Metadata = { title: "Set up your account" };

export default function SetUpPage() {
  return (
    <StaffShell person={null}>
      <div className="sign-in">{hasPasswords() ? <SetPassword /> : <AddPasskey />}</div>
    </StaffShell>
  );
}

function SetPassword() {
  return (
    <>
      <div>
        <h1 className="title title-staff">Set your password</h1>
        <p className="measure">
          The link that you were sent works once, within a day. Everything you were signed in with before ends, passkeys
          too. If your password is set already, <a href="/admin/sign-in">sign in</a>.
        </p>
      </div>
      <ActionForm action={setUp}>
        <SetupCode />
        <NewPasswordFields />
        <ActionButton>Set password</ActionButton>
      </ActionForm>
    </>
  );
}

function AddPasskey() {
  return (
    <>
      <div>
        <h1 className="title title-staff">Set up your account</h1>
        <p className="measure">
          The link that you were sent works once, within a day. It signs you in, and you add a passkey. Everything you
          were signed in with before ends, passkeys too. If you have a passkey, <a href="/admin/sign-in">sign in</a>.
        </p>
      </div>
      <ActionForm action={enterByLink}>
        <SetupCode />
        <ActionButton>Sign in once</ActionButton>
      </ActionForm>
    </>
  );
}
