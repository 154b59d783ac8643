import "server-only";
import type { Profile, TokenSet } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { Email } from "@/lib/access/staff/roles/schema";
import { env } from "@/lib/platform/env";

type StaffProfile = Profile & { email_verified?: boolean };
type Provider = OAuthConfig<StaffProfile>;

const GITHUB = "https://github.com/login/oauth";
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

const Verified = z.object({ email: Email, email_verified: z.literal(true) });

export function makeProviders(): Provider[] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = env();
  return [
    GITHUB_ID && GITHUB_SECRET && byGitHub(GITHUB_ID, GITHUB_SECRET),
    GOOGLE_CLIENT_ID &&
      GOOGLE_CLIENT_SECRET &&
      byOpenId("google", "Google", "https://accounts.google.com", GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    OIDC_ISSUER &&
      OIDC_CLIENT_ID &&
      OIDC_CLIENT_SECRET &&
      byOpenId("oidc", OIDC_NAME, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET),
  ].filter((provider) => typeof provider === "object");
}

export function toVerifiedEmail(profile: unknown): string | null {
  return Verified.safeParse(profile).data?.email ?? null;
}

function byOpenId(id: string, name: string, issuer: string, clientId: string, clientSecret: string): Provider {
  return {
    id,
    name,
    type: "oauth",
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid email profile" } },
    profile: toUser,
  };
}

function byGitHub(clientId: string, clientSecret: string): Provider {
  return {
    id: "github",
    name: "GitHub",
    type: "oauth",
    clientId,
    clientSecret,
    checks: ["pkce", "state"],
    authorization: { url: `${GITHUB}/authorize`, params: { scope: "user:email" } },
    issuer: GITHUB,
    token: `${GITHUB}/access_token`,
    userinfo: { url: "https://api.github.com/user/emails", request: ({ tokens }) => readGitHubProfile(tokens) },
    profile: toUser,
  };
}

/** GitHub's profile may show an unverified address, so this reads the list of addresses. */
async function readGitHubProfile({ access_token }: TokenSet): Promise<StaffProfile> {
  const response = await fetch("https://api.github.com/user/emails", {
    headers: { authorization: `Bearer ${access_token}`, accept: "application/vnd.github+json" },
    signal: AbortSignal.timeout(5_000),
  });
  const emails = GitHubEmails.parse(await response.json());
  const email = emails.find(({ primary, verified }) => primary && verified)?.email;
  return email === undefined ? {} : { sub: email, email, email_verified: true };
}

const toUser = ({ sub = "", email = "" }: StaffProfile) => ({ id: sub, email });
