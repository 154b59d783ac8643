import { createHmac, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { Authenticator, readChallengeOf } from "../support/authenticator";
import { runScript } from "../support/run-script";
import { PASSWORD, SECRET, type StaffServer, shareStaffServer, startStaffServer } from "../support/staff";
import { callAction, listBuiltActions } from "../support/staff-actions";
import { Visitor } from "../support/visitor";

let staff: StaffServer;
beforeAll(async () => {
  staff = await shareStaffServer();
});

const visit = () => new Visitor(staff.server.url);
const readAsked = (visitor: Visitor) => ({ challenge: readChallengeOf(visitor.html), origin: visitor.base });
const isSignedIn = async (visitor: Visitor) => (await visitor.request("GET", "/admin/account")).status === 200;

async function add(visitor: Visitor, device: Authenticator, passkey_name = "Phone"): Promise<Visitor> {
  await visitor.open("/admin/account");
  return visitor.submit("Add a passkey", { passkey_name, answer: device.make(readAsked(visitor)) });
}

/** A member with a passkey. */
async function makeMember(name: string) {
  const email = `${name}@example.com`;
  const id = await staff.list(email, "editor");
  const device = new Authenticator(id);
  await staff.sql.query(
    `INSERT INTO passkey (id, staff_id, name, credential_id, public_key, counter) VALUES (gen_random_uuid(), $1, 'Phone', $2, $3, 1)`,
    [id, device.id, Buffer.from(device.publicKey)],
  );
  return { id, email, device };
}

const enter = async (device: Authenticator, visitor = visit(), userId = device.userId) => {
  await visitor.open("/admin/sign-in");
  return visitor.submit("Sign in with a passkey", { answer: device.use(readAsked(visitor), userId) });
};

/** An offer to a browser that ends then, as the server would sign it. */
function makeChallenge(visitor: Visitor, end: number): string {
  const [csrf = ""] = decodeURIComponent(visitor.cookies.get("price-atlas.csrf") ?? "").split("|");
  const content = `${end}.${randomUUID()}`;
  const signed = createHmac("sha256", SECRET).update(`challenge\n${content}\nbrowser ${csrf}`).digest("base64url");
  return Buffer.from(`${content}.${signed}`).toString("base64url");
}

/** Returns what the link holds. */
async function makeLink({ databaseUrl, server }: StaffServer, email: string, env: Record<string, string> = {}) {
  const all = { DATABASE_URL: databaseUrl, PUBLIC_URL: server.url, LOG_LEVEL: "warn", ...env };
  const link = await runScript("scripts/staff-add.ts", [email, "--link"], all);
  return new URL(link.trim()).hash.slice(1);
}

const REFUSED = "This passkey is not known here any more, or the page was open for too long.";
const NOT_TAKEN = "The passkey was not taken.";

describe("adding", () => {
  test("names it, lists it, and tells the audit trail", async () => {
    const id = await staff.list("ann@example.com", "editor");
    const device = new Authenticator(id);
    const visitor = await add(await staff.enter("ann@example.com"), device);
    expect(visitor.text).toContain("The passkey is added.");
    expect(visitor.text).toMatch(/Phone added .* UTC|Phone .*never/);
    const { rows } = await staff.sql.query(
      "SELECT actor, target_type, target_name FROM audit_event WHERE action = 'passkey.add' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toEqual([{ actor: "ann@example.com", target_type: "passkey", target_name: "Phone" }]);
    const stored = await staff.sql.query(
      "SELECT credential_id, public_key, counter::int FROM passkey WHERE staff_id = $1",
      [id],
    );
    expect(stored.rows).toEqual([{ credential_id: device.id, public_key: Buffer.from(device.publicKey), counter: 1 }]);
  });

  test("needs a sign-in of the last 15 minutes, of which the page tells", async () => {
    const id = await staff.list("late@example.com", "viewer");
    const visitor = await (await staff.enter("late@example.com")).open("/admin/account");
    const answer = new Authenticator(id).make(readAsked(visitor));
    await staff.sql.query("UPDATE staff_session SET created_at = now() - interval '16 minutes' WHERE staff_id = $1", [
      id,
    ]);
    await visitor.submit("Add a passkey", { passkey_name: "Phone", answer });
    expect(visitor.text).toContain("your sign-in is older than 15 minutes");
    expect((await staff.sql.query("SELECT FROM passkey WHERE staff_id = $1", [id])).rowCount).toBe(0);
  });

  test("is refused for another site, another host, without the person, and for another session's offer", async () => {
    const id = await staff.list("bob@example.com", "viewer");
    const visitor = await staff.enter("bob@example.com");
    const unverified = Object.assign(new Authenticator(id), { flags: 0x01 });
    const elsewhere = new Authenticator(id, "evil.example");
    const other = await (await staff.enter("bob@example.com")).open("/admin/account");
    const open = async () => readAsked(await visitor.open("/admin/account"));
    const answers = [
      new Authenticator(id).make({ ...(await open()), origin: "https://evil.example" }),
      elsewhere.make(await open()),
      unverified.make(await open()),
      new Authenticator(id).make(readAsked(other)),
      new Authenticator(id).make({ ...(await open()), challenge: "x".repeat(100) }),
      "",
      "{}",
      "null",
      "[",
      JSON.stringify({ id: "a", rawId: "a", type: "public-key", response: {} }),
    ];
    for (const answer of answers) {
      await visitor.open("/admin/account");
      await visitor.submit("Add a passkey", { passkey_name: "Phone", answer });
      expect(visitor.text).toContain(NOT_TAKEN);
    }
    expect((await staff.sql.query("SELECT FROM passkey WHERE staff_id = $1", [id])).rowCount).toBe(0);
  });

  test("an answer counts once, also after its passkey was removed", async () => {
    const id = await staff.list("cy@example.com", "viewer");
    const visitor = await (await staff.enter("cy@example.com")).open("/admin/account");
    const answer = new Authenticator(id).make(readAsked(visitor));
    await visitor.submit("Add a passkey", { passkey_name: "Phone", answer });
    await visitor.submit("Remove the passkey Phone");
    expect(visitor.text).toContain("The passkey is removed");
    await visitor.submit("Add a passkey", { passkey_name: "Phone", answer });
    expect(visitor.text).toContain("This was sent before.");
    expect((await staff.sql.query("SELECT FROM passkey WHERE staff_id = $1", [id])).rowCount).toBe(0);
  });

  test("a passkey of another member is refused", async () => {
    const { device } = await makeMember("dee");
    await staff.list("eve@example.com", "viewer");
    const visitor = await add(await staff.enter("eve@example.com"), device);
    expect(visitor.text).toContain("This passkey is here already.");
  });

  test("a statement with certificates is refused unread: lists of revoked ones would be fetched from where they say", async () => {
    const id = await staff.list("fay@example.com", "viewer");
    const visitor = await (await staff.enter("fay@example.com")).open("/admin/account");
    const attStmt = new Map<string, unknown>([
      ["alg", -7] as const,
      ["sig", new Uint8Array(70)] as const,
      ["x5c", [new Uint8Array(100)]],
    ]);
    const answer = new Authenticator(id).make(readAsked(visitor), { fmt: "packed", attStmt });
    await visitor.submit("Add a passkey", { passkey_name: "Phone", answer });
    expect(visitor.text).toContain(NOT_TAKEN);
    await expect.poll(() => staff.server.output()).toContain("an attestation of the form packed");
  });
});

describe("signing in", () => {
  test("begins a session as a password does, in the browser that asked, and notes the use", async () => {
    const { id, device } = await makeMember("gus");
    const visitor = await visit().open("/admin/audit?who=gus");
    await visitor.submit("Sign in with a passkey", { answer: device.use(readAsked(visitor)) });
    expect(visitor.at).toBe("/admin/audit?who=gus");
    expect(await isSignedIn(visitor)).toBe(true);
    const { rows } = await staff.sql.query(
      "SELECT after FROM audit_event WHERE action = 'session.begin' AND actor_id = $1 ORDER BY id DESC LIMIT 1",
      [id],
    );
    expect(rows).toEqual([{ after: { provider: "passkey", passkey: "Phone" } }]);
    const used = await staff.sql.query(
      "SELECT counter::int, last_used_at > now() - interval '1 minute' AS now FROM passkey WHERE staff_id = $1",
      [id],
    );
    expect(used.rows).toEqual([{ counter: device.counter, now: true }]);
    expect([...visitor.cookies.keys()].sort()).toContain("price-atlas.known");
  });

  test("a second sign-in takes the place of the first in the same browser", async () => {
    const { id, device } = await makeMember("hal");
    const visitor = await enter(device);
    await visitor.open("/admin/sign-in?done=fresh");
    await visitor.submit("Sign in with a passkey", { answer: device.use(readAsked(visitor)) });
    expect((await staff.sql.query("SELECT FROM staff_session WHERE staff_id = $1", [id])).rowCount).toBe(1);
  });

  test("an answer counts once, at one moment and later, also for a device that does not count", async () => {
    const { device } = await makeMember("ida");
    await staff.sql.query("UPDATE passkey SET counter = 0 WHERE credential_id = $1", [device.id]);
    const silent = Object.defineProperty(device, "counter", { get: () => 0, set: () => {} });
    const visitor = await visit().open("/admin/sign-in");
    const answer = silent.use(readAsked(visitor));
    const { fields } = visitor.form("Sign in with a passkey");
    const payload = new URLSearchParams({ ...fields, answer }).toString();
    const post = () =>
      visitor.request(
        "POST",
        "/api/auth/callback/passkey",
        {
          origin: staff.server.url,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(payload.length),
        },
        payload,
      );
    const first = await Promise.all([post(), post(), post()]);
    const locations = first.map(({ headers }) => headers.get("location") ?? "");
    expect(locations.filter((location) => location === "/admin/desk")).toHaveLength(1);
    expect(locations.filter((location) => location.includes("error=PasskeyRefused"))).toHaveLength(2);
    visitor.cookies.delete("price-atlas.session");
    expect((await post()).headers.get("location")).toContain("error=PasskeyRefused");
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test("is refused for another site, another host, another browser, an old page, and without the person", async () => {
    const { device } = await makeMember("joe");
    const refuse = async (visitor: Visitor, answer: string) => {
      await visitor.submit("Sign in with a passkey", { answer });
      expect(visitor.text).toContain(REFUSED);
      expect(await isSignedIn(visitor)).toBe(false);
      await staff.sql.query("DELETE FROM sign_in_failure");
    };
    const open = () => visit().open("/admin/sign-in");
    const visitor = await open();
    await refuse(visitor, device.use({ ...readAsked(visitor), origin: "https://evil.example" }));
    await refuse(visitor, device.use(readAsked(await open())));
    await refuse(visitor, device.use({ ...readAsked(visitor), challenge: readAsked(visitor).challenge.slice(0, -4) }));
    const [end = "", ...rest] = Buffer.from(readAsked(visitor).challenge, "base64url").toString().split(".");
    const later = Buffer.from([Number(end) + 1, ...rest].join(".")).toString("base64url");
    await refuse(visitor, device.use({ ...readAsked(visitor), challenge: later }));
    await refuse(visitor, device.use({ ...readAsked(visitor), challenge: makeChallenge(visitor, Date.now()) }));
    device.rpId = "evil.example";
    await refuse(visitor, device.use(readAsked(visitor)));
    Object.assign(device, { rpId: "localhost", flags: 0x01 });
    await refuse(visitor, device.use(readAsked(visitor)));
    for (const answer of ["", "{}", "null", `{"id":"${device.id}"}`, "x".repeat(30_000)]) await refuse(visitor, answer);
  });

  test("an offer is taken until it ends", async () => {
    const { device } = await makeMember("zoe");
    const visitor = await visit().open("/admin/sign-in");
    const challenge = makeChallenge(visitor, Date.now() + 60_000);
    await visitor.submit("Sign in with a passkey", { answer: device.use({ ...readAsked(visitor), challenge }) });
    expect(visitor.at).toBe("/admin/desk");
  });

  test("a passkey that is unknown, of another key, or of another member's name lets nobody in", async () => {
    const { device } = await makeMember("kim");
    const other = await makeMember("lee");
    const unknown = new Authenticator(device.userId);
    const forged = Object.assign(new Authenticator(device.userId), { id: device.id });
    expect((await enter(unknown)).text).toContain(REFUSED);
    expect((await enter(forged)).text).toContain(REFUSED);
    expect((await enter(device, visit(), other.id)).text).toContain(REFUSED);
    expect((await enter(device)).at).toBe("/admin/desk");
  });

  test("a copy of a passkey is found by its count, and told", async () => {
    const { id, device } = await makeMember("max");
    expect((await enter(device)).at).toBe("/admin/desk");
    device.counter -= 1;
    expect((await enter(device)).text).toContain(REFUSED);
    const { rows } = await staff.sql.query(
      "SELECT after FROM audit_event WHERE action = 'sign-in.failed' AND target_id = $1",
      [id],
    );
    expect(JSON.stringify(rows)).toContain("there may be a copy of it");
  });

  test("five failures of a passkey from a network wait, and another browser of the member does not", async () => {
    const { device } = await makeMember("ned");
    const known = await enter(device);
    const stranger = visit();
    const forged = Object.assign(new Authenticator(device.userId), { id: device.id });
    for (let at = 0; at < 5; at++) expect((await enter(forged, stranger)).text).toContain(REFUSED);
    expect((await enter(forged, stranger)).text).toContain("Too many failed attempts.");
    expect((await enter(device, stranger)).text).toContain("Too many failed attempts.");
    known.cookies.delete("price-atlas.session");
    const here = Object.assign(known, { sender: stranger.sender });
    expect((await enter(device, here)).at).toBe("/admin/desk");
    expect(
      (
        await staff.sql.query("SELECT FROM audit_event WHERE action = 'sign-in.locked' AND target_id = $1", [
          device.userId,
        ])
      ).rowCount,
    ).toBe(1);
  });

  test("a member who was disabled is refused", async () => {
    const { id, device } = await makeMember("oda");
    await staff.sql.query("UPDATE staff SET active = false WHERE id = $1", [id]);
    expect((await enter(device)).text).toContain(REFUSED);
  });
});

describe("removing", () => {
  test("ends its use at once; nobody removes another's", async () => {
    const one = await makeMember("pia");
    const two = await makeMember("quin");
    const remove = (await listBuiltActions()).find(({ name }) => name === "admin/account/removePasskey");
    if (!remove) throw new Error("no such action");
    const { rows } = await staff.sql.query("SELECT id FROM passkey WHERE staff_id = $1", [one.id]);
    await callAction(await staff.enter(two.email), remove, { id: rows[0].id });
    expect((await enter(one.device)).at).toBe("/admin/desk");
    const own = await (await staff.enter(one.email)).open("/admin/account");
    await own.submit("Remove the passkey Phone");
    expect((await enter(one.device)).text).toContain(REFUSED);
  });

  test("the only way in stays, also of two that are removed at one moment", async () => {
    const { id, email } = await makeMember("ray");
    const visitor = await add(await staff.enter(email), new Authenticator(id), "Tablet");
    await staff.sql.query("UPDATE staff SET password_hash = NULL WHERE id = $1", [id]);
    const remove = (await listBuiltActions()).find(({ name }) => name === "admin/account/removePasskey");
    if (!remove) throw new Error("no such action");
    const { rows } = await staff.sql.query("SELECT id FROM passkey WHERE staff_id = $1", [id]);
    const replies = await Promise.all(rows.map((row) => callAction(visitor, remove, { id: row.id })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 303]);
    expect((await staff.sql.query("SELECT FROM passkey WHERE staff_id = $1", [id])).rowCount).toBe(1);
  });

  test("a set-up link that was used leaves none, and the passwords of a link either", async () => {
    const { id, email, device } = await makeMember("sue");
    const token = await makeLink(staff, email);
    expect((await enter(device)).at).toBe("/admin/desk");
    const visitor = await visit().open("/admin/set-up");
    const password = "another long sentence";
    await visitor.submit("Set password", {
      token,
      new_password: password,
      repeated_password: password,
    });
    expect(visitor.text).toContain("Your password is set.");
    expect((await enter(device)).text).toContain(REFUSED);
    expect((await staff.sql.query("SELECT FROM passkey WHERE staff_id = $1", [id])).rowCount).toBe(0);
  });
});

test("STAFF_PASSWORDS=0 takes passkeys and no password; a set-up link signs in once, to add one", async () => {
  const own = await startStaffServer({ STAFF_PASSWORDS: "0" }, "small");
  try {
    const at = () => new Visitor(own.server.url);
    const id = await own.list("owner@example.com", "owner");
    const visitor = await at().open("/admin/sign-in");
    expect(visitor.text).not.toContain("Password");
    const { csrfToken = "" } = visitor.form("Sign in with a passkey").fields;
    const payload = new URLSearchParams({ csrfToken, email: "owner@example.com", password: PASSWORD }).toString();
    const reply = await visitor.request(
      "POST",
      "/api/auth/callback/credentials",
      {
        origin: visitor.base,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(payload.length),
      },
      payload,
    );
    expect(reply.headers.get("location")).toContain("error=CredentialsSignin");

    const link = await makeLink(own, "owner@example.com", { STAFF_PASSWORDS: "0" });
    await visitor.open("/admin/set-up");
    await visitor.submit("Sign in once", { token: link });
    expect([visitor.at, visitor.page?.status]).toEqual(["/admin/account?done=link", 200]);
    expect(visitor.forms().map(({ label }) => label)).not.toContain("Change my password");
    const device = new Authenticator(id);
    await add(visitor, device);
    expect(visitor.text).toContain("The passkey is added.");
    await visitor.submit("Remove the passkey Phone");
    expect(visitor.text).toContain("It is your only way in");

    const again = await at().open("/admin/set-up");
    await again.submit("Sign in once", { token: link });
    expect(again.text).toContain("This link was used");
    const other = await at().open("/admin/sign-in");
    await other.submit("Sign in with a passkey", { answer: device.use(readAsked(other)) });
    expect(other.at).toBe("/admin/desk");
    const events = await own.sql.query(
      "SELECT action, after FROM audit_event WHERE actor = 'owner@example.com' ORDER BY id",
    );
    expect(events.rows).toEqual([
      { action: "session.begin", after: { provider: "set-up link" } },
      { action: "account.set-up", after: null },
      { action: "passkey.add", after: null },
      { action: "session.begin", after: { provider: "passkey", passkey: "Phone" } },
    ]);
  } finally {
    await own.stop();
  }
});
