import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordPromise } from "../support/report-promise";
import { PASSWORD, type StaffServer, shareStaffServer } from "../support/staff";
import { Visitor } from "../support/visitor";

let staff: StaffServer;
beforeAll(async () => {
  staff = await shareStaffServer();
  for (const name of ["ann", "bob", "cy", "dee", "eve", "fay", "away"])
    await staff.list(`${name}@example.com`, "owner");
});

const visit = () => new Visitor(staff.server.url);
const isSignedIn = async (visitor: Visitor) => (await visitor.request("GET", "/admin/keys")).status === 200;
const copyOf = (visitor: Visitor) => {
  const copy = visit();
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
};

let opened: Promise<Visitor> | null = null;

async function openForm(): Promise<Visitor> {
  opened ??= visit().open("/admin/sign-in");
  const first = await opened;
  return Object.assign(copyOf(first), { at: first.at, page: first.page });
}

function post(visitor: Visitor, path: string, fields: Record<string, string>, origin: string | null = visitor.base) {
  const payload = new URLSearchParams(fields).toString();
  const type = "application/x-www-form-urlencoded";
  const headers = {
    "content-type": type,
    "content-length": String(payload.length),
    ...(origin !== null && { origin }),
  };
  return visitor.request("POST", path, headers, payload);
}

async function attempt(form: Visitor, email: string, password: string): Promise<string> {
  const { csrfToken = "" } = form.form("Sign in").fields;
  const reply = await post(form, "/api/auth/callback/credentials", { csrfToken, email, password });
  const location = new URL(reply.headers.get("location") ?? "", staff.server.url);
  return location.searchParams.get("error") ?? location.pathname;
}

/** By next-auth's own address. */
function signOutByAuth(visitor: Visitor) {
  const csrfToken = visitor.cookies.get("price-atlas.csrf")?.split("%7C")[0] ?? "";
  return post(visitor, "/api/auth/signout", { csrfToken });
}

describe("signing in", () => {
  test("leads to the page that was asked for, whatever the case of the address", async () => {
    const visitor = await visit().open("/admin/audit");
    expect(visitor.at).toContain("/admin/sign-in");
    await visitor.submit("Sign in", { email: " Ann@Example.COM ", password: PASSWORD });
    expect([visitor.at, visitor.page?.status]).toEqual(["/admin/audit", 200]);
    expect(visitor.text).toContain("signed in");
  });

  test("a refusal keeps the e-mail address, out of every address, and the page that was asked for with its query", async () => {
    const visitor = await visit().open("/admin/audit?who=ed&page=2");
    expect(decodeURIComponent(visitor.at)).toContain("/admin/audit?who=ed");
    await visitor.submit("Sign in", { email: "Ann@example.com", password: "a wrong password" });
    expect(visitor.text).toContain("The e-mail address or the password is wrong.");
    expect(visitor.form("Sign in").fields).toMatchObject({
      email: "Ann@example.com",
      callbackUrl: "/admin/audit?who=ed&page=2",
    });
    for (let at = 0; at < 6; at++)
      await visitor.submit("Sign in", { email: "away@example.com", password: "a wrong password" });
    expect(visitor.text).toContain("Too many failed attempts.");
    expect(visitor.form("Sign in").fields.callbackUrl).toBe("/admin/audit?who=ed&page=2");
    expect(visitor.at).not.toMatch(/example/);
    await visitor.submit("Sign in", { email: "ann@example.com", password: PASSWORD });
    expect(visitor.at).toBe("/admin/audit?who=ed&page=2");
  });

  test("an address with a null character is refused like any other, and writes no error to the log", async () => {
    const before = staff.server.output().split('"level":50').length;
    expect(await attempt(await openForm(), "a\0b@x.de", "a wrong password")).toBe("CredentialsSignin");
    expect(staff.server.output().split('"level":50')).toHaveLength(before);
  });

  test("keeps the session in a cookie that scripts cannot read, for eight hours at most", async () => {
    const visitor = await visit().open("/admin/sign-in");
    await attempt(visitor, "ann@example.com", PASSWORD);
    const [session = ""] = visitor.lastCookies.filter((line) => line.startsWith("price-atlas.session="));
    expect(session).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(session)?.[1] ?? "");
    expect(expires - Date.now()).toBeLessThanOrEqual(8 * 3_600_000);
    expect(expires - Date.now()).toBeGreaterThan(7.9 * 3_600_000);
  });

  test("never prolongs a session", async () => {
    const visitor = await staff.enter("ann@example.com");
    expect((await visitor.request("GET", "/api/auth/session")).status).toBe(404);
    await staff.sql.query("UPDATE staff_session SET expires_at = now() - interval '1 second'");
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test("never leads elsewhere", async () => {
    const callbackUrls = [
      "//evil.example",
      "https://evil.example/admin/keys",
      "/\\evil.example",
      "javascript:alert(1)",
    ];
    for (const callbackUrl of [...callbackUrls, "/services"]) {
      const visitor = await openForm();
      const query = new URLSearchParams({ callbackUrl });
      const { csrfToken = "" } = visitor.form("Sign in").fields;
      const fields = { csrfToken, callbackUrl, email: "ann@example.com", password: PASSWORD };
      const { headers } = await post(visitor, `/api/auth/callback/credentials?${query}`, fields);
      const start = await visitor.request("GET", `/api/auth/signin?${query}`);
      const next = new URL(start.headers.get("location") ?? "", staff.server.url);
      const leadsTo = [headers.get("location"), next.origin, next.searchParams.get("callbackUrl")];
      expect([callbackUrl, ...leadsTo]).toEqual([
        callbackUrl,
        "/admin/desk",
        staff.server.url,
        expect.stringMatching(/\/admin\/desk$/),
      ]);
    }
  });

  test("says nothing about who is listed", async () => {
    await staff.sql.query(
      "INSERT INTO staff (id, email, role) VALUES (gen_random_uuid(), 'nopass@example.com', 'viewer')",
    );
    const answers = ["ann@example.com", "nobody@example.com", "nopass@example.com"].map(async (email) => {
      const visitor = await visit().signIn(email, "a wrong password");
      return visitor.text + visitor.form("Sign in").html.replace(/value="[^"]*"/g, "");
    });
    const [known, ...others] = await Promise.all(answers);
    expect(known).toContain("address or the password is wrong");
    for (const other of others) expect(other).toBe(known);
  });

  test("needs the token of the form, and a post from this site", async () => {
    const visitor = await visit().open("/admin/sign-in");
    const fields = { csrfToken: "0".repeat(64), email: "ann@example.com", password: PASSWORD };
    const send = (origin: string | null) => post(visitor, "/api/auth/callback/credentials", fields, origin);
    expect((await send(staff.server.url)).headers.get("location")).toContain("/api/auth/signin?csrf=true");
    for (const origin of ["https://evil.example", "null", null]) expect((await send(origin)).status).toBe(403);
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

describe("a copied cookie", () => {
  let ended = 0;
  const expectEnded = async (thief: Visitor) => {
    expect(await isSignedIn(thief)).toBe(false);
    ended += 1;
  };
  afterAll(() =>
    recordPromise({
      promise: "Admin: sign-out, sign-out everywhere, a new password and disabling end a copied cookie",
      test: "tests/api/staff-sign-in.test.ts",
      figure: `${ended} copied cookies: ${ended} ended at once, also those of an account that was enabled again`,
    }),
  );

  test("ends with the sign-out, and other devices stay signed in", async () => {
    const desk = await staff.enter("bob@example.com");
    const phone = await staff.enter("bob@example.com");
    const thief = copyOf(desk);
    expect(await isSignedIn(thief)).toBe(true);
    await desk.submit("Sign out");
    expect(desk.text).toContain("signed out on this device");
    expect([...desk.cookies.keys()]).not.toContain("price-atlas.session");
    await expectEnded(thief);
    expect(await isSignedIn(phone)).toBe(true);
  });

  test("ends with next-auth's own sign-out too", async () => {
    const visitor = await staff.enter("bob@example.com");
    const thief = copyOf(visitor);
    await signOutByAuth(visitor);
    await expectEnded(thief);
  });

  test.each(["disabling", "signing out everywhere", "a new password"])("ends with %s", async (how) => {
    const owner = await staff.enter("cy@example.com");
    const id = await staff.list(`${how.replaceAll(" ", "-")}@example.com`, "editor");
    const thief = await staff.enter(`${how.replaceAll(" ", "-")}@example.com`);
    const device = visit();
    expect(await isSignedIn(thief)).toBe(true);
    await owner.open(`/admin/staff/${id}`);
    if (how === "disabling") await owner.submit("Disable");
    if (how === "signing out everywhere") await owner.submit("Sign out everywhere");
    if (how === "a new password") {
      await owner.submit("Make a set-up link");
      expect(owner.text).not.toContain("/admin/set-up#");
      expect(owner.text).toContain("Another owner has to make the link");
      await owner.submit("Make a set-up link");
      expect(owner.text).not.toContain("/admin/set-up#");
      const second = await staff.enter("ann@example.com");
      await second.open(`/admin/staff/${id}`);
      await second.submit("Make a set-up link");
      const token = /\/admin\/set-up#([\w-]+)/.exec(second.text)?.[1] ?? "";
      await device.open("/admin/set-up");
      await device.submit("Set password", {
        token,
        new_password: "another long secret",
        repeated_password: "another long secret",
      });
      expect(device.text).toContain("Your password is set");
    }
    await expectEnded(thief);
    expect(await isSignedIn(owner)).toBe(true);
    if (how === "a new password") {
      const told = await visit().signIn("a-new-password@example.com", "another long secret");
      expect(told.text).toContain("ann@example.com made a set-up link for you");
    }
    if (how !== "disabling") return;
    expect((await visit().signIn("disabling@example.com", PASSWORD)).text).toContain(
      "address or the password is wrong",
    );
    await owner.open(`/admin/staff/${id}`);
    await owner.submit("Enable");
    await expectEnded(thief);
  });

  test("cannot be made up, even with the secret", async () => {
    const { encode } = await import("next-auth/jwt");
    const { rows } = await staff.sql.query("SELECT id FROM staff WHERE email = 'ann@example.com'");
    const token = { sub: rows[0].id, sid: crypto.randomUUID(), version: 1 };
    const visitor = visit();
    visitor.cookies.set("price-atlas.session", await encode({ token, secret: "a secret of the tests, long enough" }));
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

test("a form that is sent after its session has ended saves nothing, and leads by the sign-in back to its page", async () => {
  const filled = { name: "typed too late", owner: 'Paper "<b>" & co', requests_per_minute: "77", note: "a note" };
  const visitor = await staff.enter("ann@example.com");
  await visitor.open("/admin/keys/new");
  await staff.sql.query("DELETE FROM staff_session");
  await visitor.submit("New key", filled);
  expect(visitor.text).toContain("Your session has ended, and nothing was saved.");
  const { rows } = await staff.sql.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { name } of rows) {
    const found = await staff.sql.query(`SELECT FROM "${name}" t WHERE strpos(t::text, $1) > 0`, [filled.name]);
    expect([name, found.rowCount]).toEqual([name, 0]);
  }
  await visitor.submit("Sign in", { email: "ann@example.com", password: PASSWORD });
  expect(visitor.at).toBe("/admin/keys/new");
  await visitor.submit("New key", filled);
  expect(visitor.text).toContain("This token is shown once.");
});

describe("guessing passwords", () => {
  const oneNetwork = async () => {
    const form = await openForm();
    return () => Object.assign(copyOf(form), { at: form.at, page: form.page, sender: form.sender });
  };

  test("60 at one moment from one network get 5 answers, then even the right one has to wait there", async () => {
    const again = await oneNetwork();
    const forms = Array.from({ length: 60 }, again);
    const outcomes = await Promise.all(
      forms.map((form, at) => attempt(form, "dee@example.com", `wrong password ${at}`)),
    );
    expect(outcomes.filter((outcome) => outcome === "CredentialsSignin").length).toBeLessThanOrEqual(5);
    expect(outcomes).toContain("TooManyAttempts");
    // On a busy machine some find no connection to the database, and learn nothing.
    const others = outcomes.filter((outcome) => outcome !== "CredentialsSignin" && outcome !== "TooManyAttempts");
    expect(others.filter((outcome) => outcome !== "Unavailable")).toEqual([]);
    for (let tries = 0; tries < 5; tries++) await attempt(again(), "dee@example.com", "wrong");
    expect(await attempt(again(), "dee@example.com", PASSWORD)).toBe("TooManyAttempts");
    expect(await attempt(await openForm(), "dee@example.com", PASSWORD)).toBe("/admin/desk");
    await staff.sql.query("UPDATE sign_in_failure SET at = at - interval '16 minutes'");
    expect(await attempt(again(), "dee@example.com", PASSWORD)).toBe("/admin/desk");
  });

  test("a browser that signed in before has its own count, whatever strangers do in its network and from others", async () => {
    await staff.sql.query("DELETE FROM sign_in_failure");
    const again = await oneNetwork();
    const known = again();
    expect(await attempt(known, "eve@example.com", PASSWORD)).toBe("/admin/desk");
    for (let at = 0; at < 6; at++) await attempt(again(), "eve@example.com", "wrong");
    await attempt(await openForm(), "eve@example.com", "wrong");
    // As 109 other addresses would.
    await staff.sql.query(
      `INSERT INTO sign_in_failure (account, address, at) SELECT account, '203.0.113.' || n, at
       FROM (SELECT * FROM sign_in_failure ORDER BY id DESC LIMIT 1) AS last, generate_series(1, 109) AS n`,
    );
    expect(await attempt(again(), "eve@example.com", PASSWORD)).toBe("TooManyAttempts");
    expect(await attempt(await openForm(), "eve@example.com", PASSWORD)).toBe("TooManyAttempts");
    expect(await attempt(known, "eve@example.com", PASSWORD)).toBe("/admin/desk");
    // The cookie of one person helps with no other account, and guesses from it are counted.
    expect(await attempt(known, "dee@example.com", "wrong")).toBe("CredentialsSignin");
    const outcomes: string[] = [];
    for (let at = 0; at < 7; at++) outcomes.push(await attempt(known, "eve@example.com", "wrong"));
    expect(outcomes).toEqual([...Array(5).fill("CredentialsSignin"), ...Array(2).fill("TooManyAttempts")]);
    await staff.sql.query("DELETE FROM sign_in_failure");
  });

  test("one address has 20 attempts, whichever accounts it tries", async () => {
    const form = await openForm();
    const outcomes: string[] = [];
    for (let at = 0; at < 25; at++) {
      // Nobody has the others, whose password takes long to check.
      if (at % 2 === 0) await staff.list(`guess-${at}@example.com`, "viewer");
      outcomes.push(await attempt(form, `guess-${at}@example.com`, "a wrong password"));
    }
    expect(outcomes).toEqual([...Array(20).fill("CredentialsSignin"), ...Array(5).fill("TooManyAttempts")]);
    expect(await attempt(form, "eve@example.com", PASSWORD)).toBe("TooManyAttempts");
    expect(await attempt(await openForm(), "eve@example.com", PASSWORD)).toBe("/admin/desk");
  });

  test("waits the same for addresses that nobody has", async () => {
    const outcomes: string[] = [];
    const again = await oneNetwork();
    for (let at = 0; at < 7; at++) outcomes.push(await attempt(again(), "ghost@example.com", "a wrong password"));
    expect(outcomes).toEqual([...Array(5).fill("CredentialsSignin"), ...Array(2).fill("TooManyAttempts")]);
  });

  test("counts wrong current passwords too", async () => {
    const visitor = await staff.enter("fay@example.com");
    const change = { new_password: "a new password", repeated_password: "a new password" };
    for (let at = 0; at < 6; at++) {
      await visitor.open("/admin/account");
      await visitor.submit("Change my password", { current_password: "a wrong password", ...change });
    }
    expect(visitor.text).toContain("Too many wrong passwords");
    await staff.sql.query("DELETE FROM sign_in_failure");
    await visitor.open("/admin/account");
    await visitor.submit("Change my password", { current_password: PASSWORD, ...change });
    expect(visitor.text).toContain("Your password is changed");
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await attempt(await openForm(), "fay@example.com", "a new password")).toBe("/admin/desk");
  });
});

describe("the audit log tells", () => {
  const events = async (where: string) => {
    const found = await staff.sql.query(`SELECT * FROM audit_event WHERE ${where} ORDER BY id`);
    return found.rows;
  };

  test("of signing out by next-auth's own address, once", async () => {
    await staff.list("gus@example.com", "owner");
    const visitor = await staff.enter("gus@example.com");
    const copy = copyOf(visitor);
    for (const each of [visitor, copy]) await signOutByAuth(each);
    const ends = await events("actor = 'gus@example.com' AND action = 'session.end'");
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({ target_type: "session", address: visitor.sender });
  });

  test("of failed sign-ins and of the lock-out, in words, and never the password", async () => {
    await staff.list("hal@example.com", "viewer");
    const reader = await staff.enter("ann@example.com");
    const form = await openForm();
    for (let at = 0; at < 8; at++) await attempt(form, "hal@example.com", "a wrong password of hal");
    const found = await events("target_name = 'hal@example.com'");
    expect(found.filter(({ action }) => action === "sign-in.failed")).toHaveLength(5);
    expect(found.filter(({ action }) => action === "sign-in.locked")).toHaveLength(1);
    await reader.open("/admin/audit?target=hal");
    expect(reader.text).toContain("failed to sign in");
    expect(reader.text).toContain("was locked out after failed sign-ins");
    const { text } = await reader.request("GET", "/admin/audit.csv?target=hal");
    expect(text).toContain(',"sign-in.locked","was locked out after failed sign-ins",');
    expect(JSON.stringify(await events("true"))).not.toContain("a wrong password of hal");
  });

  test("of names that nobody has without the name, which may be a password, and not of each", async () => {
    await staff.sql.query("DELETE FROM sign_in_failure");
    const form = await openForm();
    for (let at = 0; at < 10; at++) await attempt(form, `my-secret-${at}`, "x");
    const found = await events(`address = '${form.sender}'`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ action: "sign-in.failed", target_name: null });
    expect(JSON.stringify(await events("true"))).not.toContain("my-secret");
  });

  test("of many addresses that try names which nobody has in a bounded number of rows", async () => {
    await attempt(await openForm(), "nobody-at-all@example.com", "x");
    // As 60 other addresses would, in this quarter of an hour and in the next, if that begins now.
    await staff.sql.query(
      `INSERT INTO audit_event (actor_id, actor, action, target_type, address, after, at)
       SELECT actor_id, actor, action, target_type, '203.0.113.' || n, after, now() + interval '5 minutes'
       FROM (SELECT * FROM audit_event ORDER BY id DESC LIMIT 1) AS last, generate_series(1, 60) AS n`,
    );
    const before = await staff.count("audit_event");
    for (const name of ["nobody-at-all", "nobody-else", "none-of-us"])
      await attempt(await openForm(), `${name}@example.com`, "x");
    expect((await staff.count("audit_event")) - before).toBeLessThanOrEqual(2);
    const more = await events("after->>'account' LIKE 'further addresses%'");
    expect(more.length).toBeGreaterThanOrEqual(1);
    expect(more.length).toBeLessThanOrEqual(2);
  });
});
