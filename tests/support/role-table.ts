// Written by hand: tests must not ask the product.
const TABLE = `
                  nobody  viewer  editor  owner
key.read          no      yes     yes     yes
key.create        no      no      yes     yes
key.update        no      no      yes     yes
key.rotate        no      no      yes     yes
key.revoke        no      no      yes     yes
key.issue         no      no      yes     yes
key.refuse        no      no      yes     yes
webhook.save      no      no      yes     yes
webhook.secret    no      no      yes     yes
webhook.test      no      no      yes     yes
webhook.pause     no      no      yes     yes
webhook.remove    no      no      yes     yes
audit.read        no      yes     yes     yes
data.read         no      yes     yes     yes
desk.read         no      yes     yes     yes
change.upload     no      no      yes     yes
change.check      no      no      yes     yes
change.decide     no      no      yes     yes
change.revert     no      no      yes     yes
verify.answer     no      no      yes     yes
verify.remove     no      no      yes     yes
product.save      no      no      yes     yes
product.retire    no      no      yes     yes
product.remove    no      no      yes     yes
access.save       no      no      yes     yes
access.withdraw   no      no      yes     yes
report.correct    no      no      yes     yes
report.close      no      no      yes     yes
reading.take      no      no      yes     yes
reading.decline   no      no      yes     yes
feed.read         no      no      yes     yes
feed.add          no      no      no      yes
feed.update       no      no      no      yes
feed.address      no      no      no      yes
feed.pause        no      no      no      yes
feed.remove       no      no      no      yes
feed.schedule     no      no      no      yes
staff.read        no      no      no      yes
staff.add         no      no      no      yes
staff.link        no      no      no      yes
staff.role        no      no      no      yes
staff.disable     no      no      no      yes
staff.enable      no      no      no      yes
staff.sign-out    no      no      no      yes
account.read      no      yes     yes     yes
account.password  no      yes     yes     yes
account.sign-out  no      yes     yes     yes
passkey.add       no      yes     yes     yes
passkey.remove    no      yes     yes     yes
session.end       no      yes     yes     yes`;

export const WHO = ["nobody", "viewer", "editor", "owner"] as const;
export type Who = (typeof WHO)[number];

const [head = [], ...rows] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

export const ROLE_TABLE: ReadonlyMap<string, ReadonlyMap<string, boolean>> = new Map(
  rows.map(([action = "", ...cells]) => [action, new Map(head.map((who, at) => [who, cells[at] === "yes"]))]),
);

/** Throws for an unknown action. */
export function mayByTable(who: Who, action: string): boolean {
  const answer = ROLE_TABLE.get(action)?.get(who);
  if (answer === undefined) throw new Error(`the table of roles has no ${action} of ${who}`);
  return answer;
}
