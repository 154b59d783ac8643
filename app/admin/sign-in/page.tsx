import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { DoneNotice } from "@/components/admin/done-notice";
import { PasskeyButton } from "@/components/admin/passkey-button";
import { StaffShell } from "@/components/site/staff-shell";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { findSignedIn } from "@/lib/access/staff/current-data";
import { countStaff, hasPasswords } from "@/lib/access/staff/data";
import { canHavePasskeys, offerSignIn } from "@/lib/access/staff/passkeys/data";
import { FRESH_SIGN_IN, REFUSAL_ID, toReturnPath } from "@/lib/access/staff/roles/rules";
import { csrfCookieName, toCsrfToken, typedEmailCookieName } from "@/lib/access/staff/sessions/cookies";
import { makeProviders } from "@/lib/access/staff/sign-in/providers";
import type { SearchParams } from "@/lib/pages/query";
import { env, publicUrl } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Sign in" };

const DONE: Readonly<Record<string, string>> = {
  "signed-out": "You are signed out on this device.",
  "signed-out-everywhere": "You are signed out on every device.",
  "set-up": "Your password is set. Sign in with it.",
  [FRESH_SIGN_IN]: "Sign in again: what you want to do needs a sign-in of the last 15 minutes.",
  late: "Your session has ended, and nothing was saved. Sign in, then fill in the form again.",
};
const ERRORS: Readonly<Record<string, string>> = {
  CredentialsSignin: "The e-mail address or the password is wrong.",
  PasskeyRefused: "This passkey is not known here any more, or the page was open for too long. Try again.",
  TooManyAttempts: "Too many failed attempts. Wait a quarter of an hour, then try again.",
  AccessDenied: "The provider does not vouch for an address on the staff list.",
  Unavailable: "Signing in is not possible at the moment. Try again in a minute.",
};
const NO_COOKIES = "This browser keeps no cookies for this site. Without them nobody stays signed in.";
/** next-auth hands on only `error`, so other values travel in it after this mark. */
const HANDED_ON = "handed-on.";

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { callbackUrl, error, done } = await searchParams;
  const returnPath = toReturnPath(typeof callbackUrl === "string" ? callbackUrl : null, publicUrl());
  const isSetUp = env().NEXTAUTH_SECRET !== undefined;
  const csrfToken = toCsrfToken((await cookies()).get(csrfCookieName())?.value);
  const told = [error, done].find((word) => typeof word === "string") ?? "";
  const word = told.replace(HANDED_ON, "");
  // A failed second sign-in leaves the session of the first, and the form must stay.
  if (word !== FRESH_SIGN_IN && !Object.hasOwn(ERRORS, word) && (await findSignedIn())) redirect(returnPath);
  if (isSetUp && csrfToken === undefined && !told.startsWith(HANDED_ON)) {
    redirect(`/api/auth/signin?${new URLSearchParams({ callbackUrl: returnPath, error: HANDED_ON + told })}`);
  }
  const typedEmail = (await cookies()).get(typedEmailCookieName())?.value;
  const hasFailed = word !== "" && !Object.hasOwn(DONE, word);
  const failure = hasFailed ? (Object.hasOwn(ERRORS, word) && ERRORS[word]) || "Signing in failed. Try again." : null;
  const message = isSetUp && csrfToken === undefined ? NO_COOKIES : failure;
  const hidden = { csrfToken, callbackUrl: returnPath };
  const hasStaff = (await countStaff()) > 0;
  return (
    <StaffShell person={null}>
      <div className="sign-in">
        <h1 className="title title-staff">Sign in</h1>
        <DoneNotice done={word} words={DONE} />
        {!isSetUp && <Notice>Nobody can sign in yet: set NEXTAUTH_SECRET and start again.</Notice>}
        {!hasStaff && (
          <Notice>
            <p>There is no staff yet. On the machine of this service, run:</p>
            <pre>npm run staff:add -- you@example.com</pre>
          </Notice>
        )}
        {message !== null && (
          <p className="form-refusal" id={REFUSAL_ID} role="alert" tabIndex={-1}>
            {message}
          </p>
        )}
        {hasPasswords() && (
          <form className="stack" action="/api/auth/callback/credentials" method="post">
            <HiddenFields values={hidden} />
            <Field
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={hasFailed ? typedEmail : undefined}
              isRequired
            />
            <Field label="Password" name="password" type="password" autoComplete="current-password" isRequired />
            <Button>Sign in</Button>
          </form>
        )}
        <OtherWays hidden={hidden} />
      </div>
    </StaffShell>
  );
}

type Hidden = { csrfToken: string | undefined; callbackUrl: string };

async function OtherWays({ hidden }: { hidden: Hidden }) {
  const providers = makeProviders();
  const browser = canHavePasskeys() ? hidden.csrfToken : undefined;
  if (providers.length === 0 && browser === undefined) return null;
  return (
    <div className={hasPasswords() ? "sign-in-others" : "stack"}>
      {browser !== undefined && (
        <form action="/api/auth/callback/passkey" method="post" aria-label="Sign in with a passkey">
          <HiddenFields values={hidden} />
          <PasskeyButton offer={{ get: await offerSignIn(browser) }} look={hasPasswords() ? "plain" : "filled"}>
            Sign in with a passkey
          </PasskeyButton>
          {!hasPasswords() && <noscript>A passkey needs scripts, which this browser does not run.</noscript>}
        </form>
      )}
      {providers.map(({ id, name }) => (
        <form key={id} action={`/api/auth/signin/${id}`} method="post">
          <HiddenFields values={hidden} />
          <Button look="plain">Sign in with {name}</Button>
        </form>
      ))}
    </div>
  );
}

function HiddenFields({ values }: { values: Hidden }) {
  return (
    <>
      <input type="hidden" name="csrfToken" value={values.csrfToken ?? ""} />
      <input type="hidden" name="callbackUrl" value={values.callbackUrl} />
    </>
  );
}
