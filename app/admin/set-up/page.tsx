import type { Metadata } from "next";
import { ActionButton } from "@/components/admin/action-button";
import { ActionForm } from "@/components/admin/action-form";
import { NewPasswordFields } from "@/components/admin/new-password-fields";
import { StaffShell } from "@/components/site/staff-shell";
import { ErrorState } from "@/components/ui/error-state";
import { findSetupEmail } from "@/lib/access/staff/data";
import type { SearchParams } from "@/lib/pages/query";
import { setUp } from "./actions";

export const metadata: Metadata = { title: "Set your password" };

export default async function SetUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await searchParams;
  const email = typeof token === "string" ? await findSetupEmail(token) : null;
  if (typeof token !== "string" || email === null) {
    return (
      <StaffShell person={null}>
        <ErrorState
          title="This link has ended"
          deck="It was used, replaced, or is older than a day. Ask an owner for a new one."
          waysOutTitle="If your password is set already"
          waysOut={[{ href: "/admin/sign-in", text: "Sign in" }]}
        />
      </StaffShell>
    );
  }
  return (
    <StaffShell person={null}>
      <div className="sign-in">
        <div>
          <h1 className="title title-staff">Set your password</h1>
          <p className="measure">For {email}. Everything you were signed in with before ends.</p>
        </div>
        <ActionForm action={setUp} hidden={{ token }}>
          <NewPasswordFields />
          <ActionButton>Set password</ActionButton>
        </ActionForm>
      </div>
    </StaffShell>
  );
}
