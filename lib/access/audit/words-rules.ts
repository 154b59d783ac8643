/** Words for the action of an audit event; its code when there are none. */
export function describeAction(action: string): string {
  return Object.hasOwn(WORDS, action) ? (WORDS[action] ?? action) : action;
}

const WORDS: Readonly<Record<string, string>> = {
  "key.create": "made a key",
  "key.update": "changed a key",
  "key.rotate": "gave a key a new token",
  "key.revoke": "revoked a key",
  "change.refresh": "read a source",
  "verify.answer": "answered for prices of the queue",
  "verify.remove": "took an entry out of a draft",
  "report.correct": "corrected a reported price",
  "report.close": "closed a report",
  "feed.read": "had a source read",
  "feed.update": "changed the settings of a source",
  "change.upload": "uploaded a change set",
  "change.check": "had a change set checked",
  "change.decide": "decided on a change set",
  "change.publish": "published a change set",
  "change.fail": "did not publish a change set",
  "staff.add": "added someone to the staff",
  "staff.admit": "let someone in again",
  "staff.link": "made a set-up link",
  "staff.role": "changed someone's role",
  "staff.disable": "disabled someone",
  "staff.enable": "enabled someone",
  "staff.sign-out": "signed someone out everywhere",
  "account.set-up": "set a first password",
  "account.password": "changed their own password",
  "account.sign-out": "signed out everywhere",
  "session.begin": "signed in",
  "session.end": "signed out",
  "sign-in.failed": "failed to sign in",
  "sign-in.locked": "was locked out after failed sign-ins",
};
