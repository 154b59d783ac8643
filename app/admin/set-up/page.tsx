import type { Metadata } from "next";
import { ActionButton } from "@/components/admin/action-button";
import { ActionForm } from "@/components/admin/action-form";
import { NewPasswordFields } from "@/components/admin/new-password-fields";
import { SetupCode } from "@/components/admin/setup-code";
import { StaffShell } from "@/components/site/staff-shell";
import { setUp } from "./actions";

export const metadata: Metadata = { title: "Set your password" };

export default function SetUpPage() {
  return (
    <StaffShell person={null}>
      <div className="sign-in">
        <div>
          <h1 className="title title-staff">Set your password</h1>
          <p className="measure">
            The link that you were sent works once, within a day. Everything you were signed in with before ends. If
            your password is set already, <a href="/admin/sign-in">sign in</a>.
          </p>
        </div>
        <ActionForm action={setUp}>
          <SetupCode />
          <NewPasswordFields />
          <ActionButton>Set password</ActionButton>
        </ActionForm>
      </div>
    </StaffShell>
  );
}
