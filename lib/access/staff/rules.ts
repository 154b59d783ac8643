import type { Role } from "./schema";

const EVERYONE = ["owner", "editor", "viewer"] as const;
const EDITORS = ["owner", "editor"] as const;
const OWNERS = ["owner"] as const;

/** Roles that may do each action. Every page, server action and handler of the staff area checks one of these. */
export const PERMISSIONS = {
  "key.read": EVERYONE,
  "key.create": EDITORS,
  "key.update": EDITORS,
  "key.rotate": EDITORS,
  "key.revoke": EDITORS,
  "audit.read": EVERYONE,
  "data.read": EVERYONE,
  "desk.read": EVERYONE,
  "change.upload": EDITORS,
  "change.check": EDITORS,
  "change.decide": EDITORS,
  "verify.answer": EDITORS,
  "verify.remove": EDITORS,
  "report.correct": EDITORS,
  "report.close": EDITORS,
  "feed.read": EDITORS,
  "feed.update": OWNERS,
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
  "session.end": EVERYONE,
} as const satisfies Record<string, readonly Role[]>;
export type Action = keyof typeof PERMISSIONS;

export function may(role: Role, action: Action): boolean {
  const allowed: readonly Role[] = PERMISSIONS[action];
  return allowed.includes(role);
}

/** Longest duration of a sign-in; nothing prolongs it. */
export const SESSION_SECONDS = 8 * 3600;
export const SETUP_LINK_SECONDS = 24 * 3600;

/** First page of the staff area, and the default after signing in. */
export const STAFF_HOME = "/admin/desk";
export const SIGN_IN_PATH = "/admin/sign-in";
/** Id of the sentence that says why a sign-in or an upload was refused; addresses that end in it give it the focus. */
export const REFUSAL_ID = "refused";
/** Page that answers 403: Next would turn a 403 of an action sent without scripts into a 404. */
export const NOT_ALLOWED_PATH = "/admin/not-allowed";

/** Path to return to after signing in: `wanted` if it lies in the staff area of `home`, else the first page. */
export function toReturnPath(wanted: string | null | undefined, home: string): string {
  if (!wanted || !URL.canParse(wanted, home)) return STAFF_HOME;
  const url = new URL(wanted, home);
  const isStaffPage = /^\/admin\/(?!sign-in|set-up|not-allowed)[^/]/.test(url.pathname);
  return url.origin === new URL(home).origin && isStaffPage ? url.pathname + url.search + url.hash : STAFF_HOME;
}

/** Address of the sign-in page after a form of `page` that was sent without a session; it leads back there. */
export function toLateSignInHref(page: string): string {
  return `${SIGN_IN_PATH}?${new URLSearchParams({ callbackUrl: page, done: "late" })}`;
}

/**
 * Checks that a post came from a page of this site. Browsers always send the origin of a post, and let no page forge it
 * or `Host`; behind a proxy that changes `Host`, the public address counts. When that is https, an http page of the
 * same host is refused: anyone on the network can write it.
 */
export function isOwnOrigin(origin: string | null, host: string | null, publicUrl: string): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const sent = new URL(origin);
  const schemes = publicUrl.startsWith("https:") ? ["https:"] : ["http:", "https:"];
  return sent.origin === new URL(publicUrl).origin || (schemes.includes(sent.protocol) && sent.host === host);
}
