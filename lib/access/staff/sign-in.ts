import "server-only";
import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { checkPassword } from "./check-password";
import { authCookies, isSecure } from "./cookies";
import { findActiveId } from "./data";
import { findKnownBrowser } from "./known-browser";
import { makeProviders, toVerifiedEmail } from "./providers";
import { recordRefusedSignIn } from "./refused-sign-in-mutations";
import { SESSION_SECONDS, SIGN_IN_PATH, toReturnPath } from "./rules";
import { Email, Password } from "./schema";
import { beginSession, Claims, signOut } from "./session-mutations";
import { readClaims } from "./token-data";

/** `cookie`: of a browser that signed in before; `session`: its own, which a new one replaces. */
export function authOptions({ clientAddress, cookie, session }: From): AuthOptions {
  const secret = env().NEXTAUTH_SECRET;
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
        authorize: (sent) => authorize(sent?.email ?? "", sent?.password ?? "", { clientAddress, cookie }),
      }),
      ...makeProviders(),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => baseUrl + toReturnPath(url, baseUrl),
      signIn: async ({ account, profile }) => {
        if (account?.provider === "credentials") return true;
        const email = toVerifiedEmail(profile);
        const isListed = email !== null && (await findActiveId(email)) !== null;
        const by = account?.provider ?? "";
        if (!isListed) await recordRefusedSignIn({ email: email ?? "", clientAddress, kind: "failed", by });
        return isListed;
      },
      jwt: async ({ token, user, account, profile }) => {
        if (!account) return token;
        const { provider } = account;
        const staffId = provider === "credentials" ? user.id : await findActiveId(toVerifiedEmail(profile) ?? "");
        const former = (await readClaims(session))?.sid ?? null;
        const from = { provider, address: clientAddress, former };
        const claims = staffId === null ? null : await beginSession(staffId, from);
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

type From = { clientAddress: string; cookie: string | undefined; session: string | undefined };

/** Errors appear in the address of the sign-in page, so they must not tell whether the account exists. */
async function authorize(
  email: string,
  password: string,
  { clientAddress, cookie }: Omit<From, "session">,
): Promise<User | null> {
  // Counts attempts with invalid addresses too; PostgreSQL cannot store a null character.
  const account = Email.safeParse(email).data ?? email.toLowerCase().replaceAll("\0", "");
  const sender = { address: clientAddress, browser: findKnownBrowser(cookie, account) };
  const checked = await checkPassword(account, Password.safeParse(password).data ?? "", sender).catch((error) => {
    log().error({ error: error instanceof Error ? error.name : "" }, "a sign-in could not be checked");
    throw new Error("Unavailable");
  });
  if (checked.kind === "wait") throw new Error("TooManyAttempts");
  return checked.kind === "right" ? { id: checked.staffId } : null;
}
