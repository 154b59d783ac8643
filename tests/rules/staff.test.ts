import { createHook } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { pickChanges } from "@/lib/access/audit/rules";
import { KeyForm, toEndOfDay, toLastDay } from "@/lib/access/keys/form-schema";
import { PasswordForm, StaffAddForm } from "@/lib/access/staff/form-schema";
import { hashPassword, verifyPassword } from "@/lib/access/staff/passwords/passwords";
import { findWeakness } from "@/lib/access/staff/passwords/weak-passwords-rules";
import { type Action, isOwnOrigin, may, needsSignIn, PERMISSIONS, toReturnPath } from "@/lib/access/staff/roles/rules";
import { ROLES } from "@/lib/access/staff/roles/schema";
import { mayByTable, ROLE_TABLE } from "@/tests/support/role-table";

test.each([
  ["password1234", /common/],
  ["Password!!!!", /common/],
  ["123456123456", /common/],
  ["qwertyuiop12", /common/],
  ["letmeinletmein", /common/],
  ["aaaaaaaaaaaa", /common/],
  ["my cat is marianne", /address/],
  ["the.Price-Atlas.web", /address/],
  ["correct horse battery staple", null],
  ["a new password", null],
  ["bob and the sea 7", null],
])("the password %s of bob.marianne@atlas.example is too weak: %s", (password, says) => {
  const found = findWeakness(password, "bob.marianne@atlas.example");
  if (says === null) expect(found).toBeNull();
  else expect(found).toMatch(says);
});

const NEED_A_FRESH_SIGN_IN = [
  "feed.add",
  "feed.address",
  "feed.remove",
  "feed.schedule",
  "feed.update",
  "key.create",
  "key.issue",
  "key.rotate",
  "passkey.add",
  "passkey.remove",
  "staff.add",
  "staff.enable",
  "staff.link",
  "staff.role",
  "webhook.save",
  "webhook.secret",
];

test("a sign-in of more than 15 minutes ago is too old for tokens, webhooks, people, roles, links, sources and passkeys alone", () => {
  const now = new Date("2026-10-01T12:00:00Z");
  const needing = (minutes: number) =>
    (Object.keys(PERMISSIONS) as Action[])
      .filter((action) => needsSignIn(action, new Date(now.getTime() - minutes * 60_000), now))
      .sort();
  expect(needing(15)).toEqual([]);
  expect(needing(15.1)).toEqual(NEED_A_FRESH_SIGN_IN);
  expect(needing(400)).toEqual(NEED_A_FRESH_SIGN_IN);
});

describe("roles", () => {
  const isAction = (name: string): name is Action => name in PERMISSIONS;
  const actions = [...ROLE_TABLE.keys()].filter(isAction);

  test("the table has every action and every role", () => {
    expect([...ROLE_TABLE.keys()].sort()).toEqual(Object.keys(PERMISSIONS).sort());
    expect([...ROLES].sort()).toEqual(["editor", "owner", "viewer"]);
  });

  test.each(actions)("%s is allowed to whom the table says", (action) => {
    const asked = (["viewer", "editor", "owner"] as const).map((role) => ({ role, allowed: may(role, action) }));
    expect(asked).toEqual(asked.map(({ role }) => ({ role, allowed: mayByTable(role, action) })));
    expect(mayByTable("nobody", action)).toBe(false);
  });
});

describe("passwords", () => {
  const hash = hashPassword("correct horse battery");

  test("are right only as they were set", async () => {
    expect(await verifyPassword("correct horse battery", await hash)).toBe(true);
    expect(await verifyPassword("Correct horse battery", await hash)).toBe(false);
    expect(await verifyPassword("", await hash)).toBe(false);
  });

  test("are the same however an accent was typed", async () => {
    expect(await verifyPassword("cafe\u0301 au lait, deux", await hashPassword("caf\u00e9 au lait, deux"))).toBe(true);
  });

  test("are salted, and their hash names its cost", async () => {
    const again = await hashPassword("correct horse battery");
    expect(again).not.toBe(await hash);
    expect(again).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  });

  test("hold when the cost is raised later", async () => {
    const cheap = "$scrypt$ln=4,r=8,p=1$c2FsdHNhbHQ$";
    expect(await verifyPassword("x", cheap)).toBe(false);
    const { scryptSync } = await import("node:crypto");
    const key = scryptSync("an old password", Buffer.from("c2FsdHNhbHQ", "base64url"), 32, { N: 16, r: 8, p: 1 });
    expect(await verifyPassword("an old password", cheap + key.toString("base64url"))).toBe(true);
  });

  test.each([null, "", "plain", "$scrypt$ln=15,r=8,p=3$$", "$2b$10$abcdefghijklmnopqrstuv"])(
    "never match %j",
    async (stored) => expect(await verifyPassword("", stored)).toBe(false),
  );

  test("are computed at the same cost where nobody has one", async () => {
    const begun: string[] = [];
    const hook = createHook({ init: (_id, type) => void (type === "SCRYPTREQUEST" && begun.push(type)) }).enable();
    try {
      expect(await verifyPassword("a wrong password", await hash)).toBe(false);
      expect(begun).toHaveLength(1);
      expect(await verifyPassword("a wrong password", null)).toBe(false);
      expect(begun).toHaveLength(2);
    } finally {
      hook.disable();
    }
  });

  test.each([
    ["short12char", "short12char", "new_password", "eleven characters"],
    ["x".repeat(201), "x".repeat(201), "new_password", "more than 200"],
    ["long enough password", "long enough passwort", "repeated_password", "typed differently"],
  ])("are refused: %s", (new_password, repeated_password, field, _why) => {
    const result = PasswordForm.safeParse({ current_password: "", new_password, repeated_password });
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });
});

describe("the way back after signing in", () => {
  const HOME = "https://prices.example";
  test.each([
    ["/admin/keys/1?days=90", "/admin/keys/1?days=90", "a page of the staff area"],
    ["https://prices.example/admin/audit", "/admin/audit", "the same, with the origin"],
    [null, "/admin/desk", "nothing asked for"],
    ["", "/admin/desk", "nothing asked for"],
    ["//evil.example/admin/keys", "/admin/desk", "another host, without a scheme"],
    ["https://evil.example/admin/keys", "/admin/desk", "another host"],
    ["https://prices.example.evil.example/admin/keys", "/admin/desk", "a host that begins alike"],
    ["https://prices.example@evil.example/admin/keys", "/admin/desk", "a user name that looks like a host"],
    ["http://prices.example/admin/keys", "/admin/desk", "another scheme"],
    ["/\\evil.example/admin/x", "/admin/desk", "a backslash, which browsers take for a slash"],
    ["\t//evil.example", "/admin/desk", "a tab, which browsers drop"],
    ["javascript:alert(1)", "/admin/desk", "a script"],
    ["/services", "/admin/desk", "a public page"],
    ["/admin/../services", "/admin/desk", "a public page, by a detour"],
    ["/admin//evil.example", "/admin/desk", "two slashes"],
    ["/admin/sign-in?x=1", "/admin/desk", "the sign-in page itself"],
    ["/admin/set-up?token=x", "/admin/desk", "a set-up link"],
  ])("%j leads to %s (%s)", (wanted, expected, _why) => expect(toReturnPath(wanted, HOME)).toBe(expected));
});

describe("where a post comes from", () => {
  const PUBLIC = "https://prices.example";
  test.each([
    ["https://prices.example", "prices.example", true, "the public address"],
    ["https://prices.example", "10.0.0.7:3000", true, "a proxy changed Host"],
    ["https://127.0.0.1:3000", "127.0.0.1:3000", true, "another name of this machine"],
    ["http://prices.example", "prices.example", false, "our host without TLS, which anybody on the network can write"],
    ["http://127.0.0.1:3000", "127.0.0.1:3000", false, "another name of this machine, without TLS"],
    ["https://evil.example", "prices.example", false, "another site"],
    ["http://prices.example:8080", "prices.example", false, "another port"],
    ["null", "prices.example", false, "a sandboxed frame"],
    [null, "prices.example", false, "no browser"],
    ["", "", false, "nothing at all"],
    ["file://", null, false, "a file"],
  ])("%j at %j: %s (%s)", (origin, host, expected, _why) => expect(isOwnOrigin(origin, host, PUBLIC)).toBe(expected));

  test("without TLS, any name of this machine counts", () => {
    expect(isOwnOrigin("http://127.0.0.1:3000", "127.0.0.1:3000", "http://localhost:3000")).toBe(true);
  });
});

describe("forms", () => {
  test("take an e-mail address however it was typed", () => {
    expect(StaffAddForm.parse({ email: "  You@Example.COM ", role: "viewer" }).email).toBe("you@example.com");
  });

  test("of a key leave out what is empty, and end with the last day", () => {
    const form = {
      name: " A ",
      owner: "B",
      requests_per_minute: " 60 ",
      contact_email: " ",
      note: "",
      expires_at: "2999-12-31",
    };
    const key = KeyForm.parse(form);
    expect(key).toEqual({ name: "A", owner: "B", requests_per_minute: 60, expires_at: new Date("3000-01-01") });
    expect(toLastDay(toEndOfDay("2999-12-31"))).toBe("2999-12-31");
  });

  test.each([
    [{}, ["name", "owner", "requests_per_minute"], "everything missing"],
    [{ name: "A", owner: "B", requests_per_minute: "0" }, ["requests_per_minute"], "too few"],
    [{ name: "A", owner: "B", requests_per_minute: "100001" }, ["requests_per_minute"], "too many"],
    [{ name: "A", owner: "B", requests_per_minute: "1.5" }, ["requests_per_minute"], "no whole number"],
    [{ name: "A\nB", owner: "B", requests_per_minute: "60" }, ["name"], "two lines"],
    [
      { name: "A", owner: "B", requests_per_minute: "60", expires_at: "2020-01-01" },
      ["expires_at"],
      "a day that is over",
    ],
    [{ name: "A", owner: "B", requests_per_minute: "60", expires_at: "2999-02-30" }, ["expires_at"], "no day"],
  ])("of a key are refused: %j", (form, fields, _why) => {
    const issues = KeyForm.safeParse(form).error?.issues ?? [];
    expect([...new Set(issues.map(({ path }) => path[0]))]).toEqual(fields);
  });
});

test("the audit log keeps what changed, and nothing else", () => {
  const before = { name: "A", limit: 60, note: "old", until: new Date("2027-01-01") };
  const after = { name: "A", limit: 120, until: new Date("2027-01-01"), email: "a@example.com" };
  expect(pickChanges(before, after)).toEqual({
    before: { limit: 60, note: "old", email: null },
    after: { limit: 120, note: null, email: "a@example.com" },
  });
});
