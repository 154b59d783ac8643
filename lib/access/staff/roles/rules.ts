import type { Role } from "./schema";

const EVERYONE = ["owner", "editor", "viewer"] as const;
const EDITORS = ["owner", "editor"] as const;
const OWNERS = ["owner"] as const;

export const PERMISSIONS = {
  "key.read": EVERYONE,
  "key.create": EDITORS,
  "key.update": EDITORS,
  "key.rotate": EDITORS,
  "key.revoke": EDITORS,
  "key.issue": EDITORS,
  "key.refuse": EDITORS,
  "webhook.save": EDITORS,
  "webhook.secret": EDITORS,
  "webhook.test": EDITORS,
  "webhook.pause": EDITORS,
  "webhook.remove": EDITORS,
  "audit.read": EVERYONE,
  "data.read": EVERYONE,
  "desk.read": EVERYONE,
  "change.upload": EDITORS,
  "change.check": EDITORS,
  "change.decide": EDITORS,
  "change.revert": EDITORS,
  "verify.answer": EDITORS,
  "verify.remove": EDITORS,
  "product.save": EDITORS,
  "product.retire": EDITORS,
  "product.remove": EDITORS,
  "access.save": EDITORS,
  "access.withdraw": EDITORS,
  "report.correct": EDITORS,
  "report.close": EDITORS,
  "reading.take": EDITORS,
  "reading.decline": EDITORS,
  "feed.read": EDITORS,
  "feed.add": OWNERS,
  "feed.update": OWNERS,
  "feed.address": OWNERS,
  "feed.pause": OWNERS,
  "feed.remove": OWNERS,
  "feed.schedule": OWNERS,
  "staff.read": OWNERS,
  "staff.add": OWNERS,
  "staff.link": OWNERS,
  "staff.role": OWNERS,
  "staff.disable": OWNERS,
  "staff.enable": OWNERS,
  "staff.sign-out": OWNERS,
  "account.read": EVERYONE,
  "account.password": EVERYONE,
  "account.sign-out": EVERYONE,
  "passkey.add": EVERYONE,
  "passkey.remove": EVERYONE,
  "session.end": EVERYONE,
} as const satisfies Record<string, readonly Role[]>;
export type Action = keyof typeof PERMISSIONS;

export function may(role: Role, action: Action): boolean {
  const allowed: readonly Role[] = PERMISSIONS[action];
  return allowed.includes(role);
}

/** Actions that need a recent sign-in, because somebody with a stolen or forgotten session gains most by them. */
const NEEDS_FRESH: ReadonlySet<Action> = new Set([
  "key.create",
  "key.issue",
  "key.rotate",
  "webhook.save",
  "webhook.secret",
  "feed.add",
  "feed.update",
  "feed.address",
  "feed.remove",
  "feed.schedule",
  "staff.add",
  "staff.link",
  "staff.role",
  "staff.enable",
  "passkey.add",
  "passkey.remove",
]);
const FRESH_SECONDS = 15 * 60;

export const needsSignIn = (action: Action, signedInAt: Date, now: Date): boolean =>
  NEEDS_FRESH.has(action) && !isFreshSignIn(signedInAt, now);

export const isFreshSignIn = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_SECONDS * 1000;

export const SESSION_SECONDS = 8 * 3600;
export const SETUP_LINK_SECONDS = 24 * 3600;

export const STAFF_HOME = "/admin/desk";
export const SIGN_IN_PATH = "/admin/sign-in";
/** Addresses that end in this id focus the refusal. */
export const REFUSAL_ID = "refused";
/** Answers 403: Next would turn the 403 of an action sent without scripts into a 404. */
export const NOT_ALLOWED_PATH = "/admin/not-allowed";

export function toReturnPath(wanted: string | null | undefined, home: string): string {
  if (!wanted || !URL.canParse(wanted, home)) return STAFF_HOME;
  const url = new URL(wanted, home);
  const isStaffPage = /^\/admin\/(?!sign-in|set-up|not-allowed)[^/]/.test(url.pathname);
  return url.origin === new URL(home).origin && isStaffPage ? url.pathname + url.search + url.hash : STAFF_HOME;
}

/** Signs in again although signed in. */
export const FRESH_SIGN_IN = "fresh";

export function toLateSignInHref(page: string): string {
  return `${SIGN_IN_PATH}?${new URLSearchParams({ callbackUrl: page, done: "late" })}`;
}

/**
 * Checks Origin against Host or the public address. Refuses http where that is https, because anyone on the network
 * can write an http page.
 */
export function isOwnOrigin(origin: string | null, host: string | null, publicUrl: string): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const sent = new URL(origin);
  const schemes = publicUrl.startsWith("https:") ? ["https:"] : ["http:", "https:"];
  return sent.origin === new URL(publicUrl).origin || (schemes.includes(sent.protocol) && sent.host === host);
}
