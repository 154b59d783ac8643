import "server-only";
import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { recordRefusedSignIn } from "@/lib/access/staff/attempts/refused-mutations";
import { findActiveId } from "@/lib/access/staff/data";
import { SESSION_SECONDS, SIGN_IN_PATH, toReturnPath } from "@/lib/access/staff/roles/rules";
import { Email, Password } from "@/lib/access/staff/roles/schema";
import { authCookies, isSecure } from "@/lib/access/staff/sessions/cookies";
import { beginSession, Claims, signOut } from "@/lib/access/staff/sessions/mutations";
import { readClaims } from "@/lib/access/staff/set-up/token/data";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { checkPasskey, PASSKEY } from "./check-passkey";
import { checkPassword } from "./check-password";
import { findKnownBrowser } from "./known-browser";
import { makeProviders, toVerifiedEmail } from "./providers";

/** `onEnter` is told who signed in by a password or a passkey. */
export function authOptions(from: From, onEnter: (email: string) => void): AuthOptions {
  const { clientAddress, session } = from;
  const secret = env().NEXTAUTH_SECRET;
  let byPasskey: Claims | null = null;
  return {
    ...(secret !== undefined && { secret }),
    useSecureCookies: isSecure(),
    cookies: authCookies(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    jwt: { maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN_PATH, signOut: SIGN_IN_PATH, error: SIGN_IN_PATH },
    providers: [
      CredentialsProvider({
        credentials: { email: {}, password: {} },
        authorize: async (sent) => {
          const entered = await enterByPassword(sent?.email ?? "", sent?.password ?? "", from);
          if (entered !== null) onEnter(entered.email);
          return entered;
        },
      }),
      CredentialsProvider({
        id: PASSKEY,
        name: PASSKEY,
        credentials: { answer: {} },
        authorize: async (sent) => {
          const { email, claims } = await enterByPasskey(sent?.answer ?? "", from);
          byPasskey = claims;
          onEnter(email);
          return { id: claims.sub };
        },
      }),
      ...makeProviders(),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => baseUrl + toReturnPath(url, baseUrl),
      signIn: async ({ account, profile }) => {
        if (account?.type === "credentials") return true;
        const email = toVerifiedEmail(profile);
        const isListed = email !== null && (await findActiveId(email)) !== null;
        const by = account?.provider ?? "";
        if (!isListed) await recordRefusedSignIn({ email: email ?? "", clientAddress, kind: "failed", by });
        return isListed;
      },
      jwt: async ({ token, user, account, profile }) => {
        if (!account) return token;
        if (byPasskey !== null) return byPasskey;
        const { provider } = account;
        const staffId = provider === "credentials" ? user.id : await findActiveId(toVerifiedEmail(profile) ?? "");
        const former = (await readClaims(session))?.sid ?? null;
        const claims =
          staffId &&
          (await db().$transaction((tx) => beginSession(tx, staffId, { provider, address: clientAddress, former })));
        if (!claims) throw new Error("the member was disabled while signing in");
        return claims;
      },
    },
    events: {
      signOut: async ({ token }) => {
        const claims = Claims.safeParse(token);
        if (claims.success) await signOut(claims.data, clientAddress);
      },
    },
    // Logs only codes: next-auth's details may hold tokens and addresses.
    logger: {
      error: (code) => log().warn({ code }, "sign-in"),
      warn: (code) => log().debug({ code }, "sign-in"),
      debug: () => {},
    },
  };
}

/**
 * `cookie`: of a browser that signed in before; `session`: its own, which a new one replaces; `browser` tells it from
 * others.
 */
type From = { clientAddress: string; cookie: string | undefined; session: string | undefined; browser: string };

/** Errors appear in the address of the sign-in page, so they must not tell whether the account exists. */
async function enterByPassword(
  email: string,
  password: string,
  { clientAddress, cookie }: From,
): Promise<(User & { email: string }) | null> {
  // Counts attempts with invalid addresses too; PostgreSQL cannot store a null character.
  const account = Email.safeParse(email).data ?? email.toLowerCase().replaceAll("\0", "");
  const sender = { address: clientAddress, browser: findKnownBrowser(cookie, account) };
  const checked = await checkPassword(account, Password.safeParse(password).data ?? "", sender).catch(failUnchecked);
  if (checked.kind === "wait") throw new Error("TooManyAttempts");
  return checked.kind === "right" ? { id: checked.staffId, email: account } : null;
}

async function enterByPasskey(answer: string, { clientAddress, cookie, session, browser }: From) {
  const former = (await readClaims(session))?.sid ?? null;
  const from = { address: clientAddress, browser, knownCookie: cookie, former };
  const checked = await checkPasskey(answer, from).catch(failUnchecked);
  if (checked.kind === "right") return checked;
  throw new Error(checked.kind === "wait" ? "TooManyAttempts" : "PasskeyRefused");
}

function failUnchecked(error: unknown): never {
  log().error({ error: error instanceof Error ? error.name : "" }, "a sign-in could not be checked");
  throw new Error("Unavailable");
}
