import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { get, send } from "../support/api";
import { tryScript } from "../support/run-script";
import { PASSWORD, type StaffServer, shareStaffServer } from "../support/staff";
import { Visitor } from "../support/visitor";

const TOKEN = /pa_live_[0-9A-Za-z]{36}/;

let staff: StaffServer;
const secrets: string[] = [PASSWORD];
beforeAll(async () => {
  staff = await shareStaffServer();
});

async function addByCommand(...args: string[]) {
  const env = { DATABASE_URL: staff.databaseUrl, PUBLIC_URL: staff.server.url, LOG_LEVEL: "warn" };
  const { stdout, ...ended } = await tryScript("scripts/staff-add.ts", args, env);
  return { ...ended, stdout: stdout.trim() };
}

/** Stands behind #, which no browser sends. */
const tokenOf = (link: string) => /^\S+\/admin\/set-up#([\w-]{43})$/.exec(link)?.[1] ?? "";

async function setUp(link: string, password: string): Promise<Visitor> {
  const token = tokenOf(link);
  secrets.push(token);
  const visitor = await new Visitor(staff.server.url).open("/admin/set-up");
  return visitor.submit("Set password", { token, new_password: password, repeated_password: password });
}

/** Commands start the product several times, and password hashing is slow on purpose. */

test("the first owner comes by command, and by a link that works once", async () => {
  await expect.poll(() => staff.server.output()).toContain("npm run staff:add -- you@example.com");
  expect(await addByCommand("no-address")).toMatchObject({ code: 2 });
  expect(await addByCommand("first@example.com", "--role", "viewer")).toMatchObject({ code: 1 });
  const { code, stdout: link } = await addByCommand("First@Example.com");
  expect(code).toBe(0);
  const visitor = await new Visitor(staff.server.url).open("/admin/set-up");
  const token = tokenOf(link);
  await visitor.submit("Set password", { token, new_password: "short", repeated_password: "short" });
  expect(visitor.text).toContain("New password has at least 12 characters.");
  await visitor.submit("Set password", { token, new_password: "password1234", repeated_password: "password1234" });
  expect(visitor.text).toContain("New password is one of the most common ones");
  await visitor.submit("Set password", { token, new_password: PASSWORD, repeated_password: `${PASSWORD}.` });
  expect(visitor.text).toContain("Repeated password is not the same as the new one.");
  const password = "a sentence that nobody guesses";
  secrets.push(password);
  expect((await setUp(link, password)).text).toContain("Your password is set");
  expect((await setUp(link, PASSWORD)).text).toContain("This link was used, replaced, or is older than a day.");
  const owner = await new Visitor(staff.server.url).signIn("first@example.com", password);
  expect((await owner.open("/admin/keys")).text).toContain("There is no key yet.");
});

test("an owner who is locked out gets back in by command", async () => {
  const form = new Visitor(staff.server.url);
  for (let at = 0; at < 6; at++) await form.signIn("first@example.com", "a wrong password");
  await staff.sql.query("UPDATE staff SET active = false");
  const { stdout: link } = await addByCommand("first@example.com");
  await setUp(link, PASSWORD);
  await staff.enter("first@example.com");
  // Of the other tests, because the password that was set takes long to check.
  await staff.list("owner@example.com", "owner");
});

test("a key is made, shown once, edited, rotated and revoked, without scripts", async () => {
  const owner = await staff.enter("owner@example.com");
  await owner.open("/admin/keys/new");
  const fields = {
    name: `Press "<desk>" & co`,
    owner: "Paper",
    contact_email: "not an address",
    requests_per_minute: "1e3",
  };
  await owner.submit("New key", fields);
  expect(owner.text).toContain("Contact e-mail must be an e-mail address.");
  expect(owner.text).toContain("Requests a minute must be a whole number.");
  expect(owner.form("New key").fields).toMatchObject(fields);
  const right = {
    contact_email: "desk@example.com",
    requests_per_minute: "120",
    expires_at: "2999-12-31",
    note: "a\nb",
  };
  const sent = { ...owner.form("New key").fields, ...right };
  await owner.submit("New key", right);
  const token = TOKEN.exec(owner.text)?.[0] ?? "";
  secrets.push(token);
  expect(owner.text).toContain("This token is shown once.");
  expect(owner.page?.headers.get("cache-control")).toContain("no-store");
  const call = (key: string) => get("/api/key", { base: staff.server.url, headers: { "x-api-key": key } });
  expect((await call(token)).body).toMatchObject({ data: { name: fields.name, requests_per_minute: 120 } });

  // A reload sends the form again.
  await owner.open("/admin/keys/new");
  await owner.submit("New key", sent);
  expect(owner.text).toContain("This form was sent before");
  expect(owner.text).not.toMatch(TOKEN);
  expect(owner.forms().map(({ label }) => label)).toContain("Rotate the token");
  expect(await staff.count("api_key")).toBe(1);

  await owner.open("/admin/keys?q=desk");
  expect(owner.text).toContain("Keys in force: 1 of 1.");
  const path = /\/admin\/keys\/[0-9a-f-]{36}/.exec(owner.html)?.[0] ?? "";
  await owner.open(path);
  expect(owner.text).toContain(`pa_live_…${token.slice(-4)}`);
  expect(owner.html).not.toContain(token);
  const collect = (key: string) =>
    send("POST", "/api/readings", {
      base: staff.server.url,
      headers: { "x-api-key": key, "idempotency-key": "the-same" },
      payload: '{"colour":"red"}\n'.repeat(10_000),
    });
  expect((await collect(token)).status).toBe(403);
  await owner.submit("Edit the key", { requests_per_minute: "240", note: "", scope: "collect" });
  expect(owner.text).toContain("240 requests a minute");
  await expect.poll(async () => (await call(token)).headers.get("x-ratelimit-limit")).toBe("240");
  await expect.poll(async () => (await call(token)).body).toMatchObject({ data: { scope: "collect" } });
  const taken = await collect(token);
  expect([taken.status, taken.body]).toMatchObject([201, { data: { state: "draft", n_faults: 10_000 } }]);
  expect((await collect(token)).body).toEqual(taken.body);

  await owner.submit("Rotate the token", { overlap: "1h" });
  const next = TOKEN.exec(owner.text)?.[0] ?? "";
  secrets.push(next);
  expect(next).not.toBe(token);
  await expect.poll(async () => (await call(next)).status).toBe(200);
  expect((await call(token)).status).toBe(200);

  await owner.open(path);
  expect(owner.text).toContain("Rotating");
  await owner.submit("Revoke the key", { confirmation: "something else" });
  expect(owner.text).toContain("Name of the key does not match.");
  await owner.submit("Revoke the key", { confirmation: fields.name });
  expect(owner.text).toContain("Every call with this key is refused from now on");
  await expect.poll(async () => (await call(next)).status).toBe(401);
  await expect.poll(async () => (await call(token)).status).toBe(401);
  expect(owner.forms().map(({ label }) => label)).toEqual(["Sign out"]);
});

test("two who edit a key at once keep what each of them changed; an expired key is edited, and rotated once it lasts again", async () => {
  const owner = await staff.enter("owner@example.com");
  await owner.open("/admin/keys/new");
  await owner.submit("New key", { name: "Two  tabs   open", owner: "Paper", requests_per_minute: "-5" });
  expect(owner.text).toContain("Requests a minute is at least 1.");
  await owner.submit("New key", { requests_per_minute: "60", note: "one\r\ntwo" });
  secrets.push(TOKEN.exec(owner.text)?.[0] ?? "");
  await owner.open("/admin/keys?q=two+tabs");
  expect(owner.text).toContain("All 1 Active 1");
  const path = /\/admin\/keys\/[0-9a-f-]{36}/.exec(owner.html)?.[0] ?? "";
  const tabs = [new Visitor(staff.server.url), new Visitor(staff.server.url)] as const;
  for (const tab of tabs) {
    tab.cookies = new Map(owner.cookies);
    await tab.open(path);
  }
  await tabs[0].submit("Edit the key", { requests_per_minute: "111" });
  await tabs[1].submit("Edit the key", { owner: "Press" });
  expect(tabs[1].text).toContain("111 requests a minute");
  const read = async () =>
    (
      await staff.sql.query("SELECT name, owner, note, requests_per_minute AS a_minute FROM api_key WHERE id = $1", [
        id,
      ])
    ).rows[0];
  const id = path.slice("/admin/keys/".length);
  expect(await read()).toMatchObject({ name: "Two tabs open", owner: "Press", note: "one\r\ntwo", a_minute: 111 });

  await staff.sql.query("UPDATE api_key SET expires_at = '2020-01-01', name = 'Two  tabs open' WHERE id = $1", [id]);
  await owner.open(path);
  await owner.submit("Rotate the token", { overlap: "1h" });
  expect(owner.text).toContain("extend its last day first");
  await owner.submit("Edit the key", { owner: "Paper" });
  expect(owner.text).toContain("Saved.");
  await owner.submit("Edit the key", { expires_at: "2019-12-30" });
  expect(owner.text).toContain("Last day must be in the future.");
  await owner.submit("Revoke the key", { confirmation: "Two tabs open" });
  expect(owner.text).toContain("Every call with this key is refused from now on");
  expect(await read()).toMatchObject({ owner: "Paper", a_minute: 111 });
});

test("an owner who steps down is told so, and pages that they may not open do not speak of changes", async () => {
  await staff.list("second-owner@example.com", "owner");
  const second = await staff.enter("second-owner@example.com");
  await second.open("/admin/staff");
  const path = /\/admin\/staff\/[0-9a-f-]{36}(?=">second-owner@)/.exec(second.html)?.[0] ?? "";
  await second.open(path);
  await second.submit("Change the role", { role: "viewer" });
  expect(second.at).toBe("/admin/account?done=role");
  expect(second.text).toContain("Your role is changed, at once.");
  await second.open("/admin/staff");
  expect(second.html).toContain("Your role does not allow this");
  expect(second.html).not.toContain("Nothing was changed");
  await second.open("/admin/not-allowed");
  expect(second.html).toContain("Nothing was changed.");
});

test("without REFRESH=1 the desk does not promise that sources are read by themselves", async () => {
  await staff.sql.query("UPDATE feed SET failures = 2, failure = 'gone', retry_at = now() WHERE id = 'ecb'");
  const owner = await (await staff.enter("owner@example.com")).open("/admin/desk");
  expect(owner.text).toContain("It failed, two attempts in a row: gone.");
  expect(owner.text).toContain("Sources are not read by themselves here");
  expect(owner.text).not.toMatch(/Next at|Trying again|growing waits/);
});

test("an owner is asked once whether sources are read by themselves, with the hosts that would be asked, and may change the answer", async () => {
  const QUESTION = "May this server read its sources by itself?";
  await staff.sql.query("UPDATE feed SET paused_at = NULL");
  const { rows: feeds } = await staff.sql.query("SELECT address FROM feed WHERE attribution IS NULL");
  const owner = await (await staff.enter("owner@example.com")).open("/admin/desk");
  expect(owner.text).toContain(QUESTION);
  for (const { address } of feeds) expect(owner.text).toContain(new URL(address).host);
  expect(owner.text).toContain("raw.githubusercontent.com");
  await staff.list("no-owner@example.com", "editor");
  expect((await (await staff.enter("no-owner@example.com")).open("/admin/desk")).text).not.toContain(QUESTION);
  await owner.submit("Do not read them");
  expect(owner.text).toContain("This server does not read its sources by itself");
  expect(owner.text).not.toContain(QUESTION);
  const { rows } = await staff.sql.query("SELECT reads, answered_by FROM refresh_choice");
  expect(rows).toEqual([{ reads: false, answered_by: "owner@example.com" }]);
  // So that nothing is asked for meanwhile.
  await staff.sql.query("UPDATE feed SET paused_at = now()");
  await owner.submit("Read them");
  expect(owner.text).toContain("This server reads its sources by itself");
  const choice = "SELECT reads, answered_by FROM refresh_choice";
  expect((await staff.sql.query(choice)).rows).toEqual([{ reads: true, answered_by: "owner@example.com" }]);
  await owner.submit("Do not read them");
  expect((await staff.sql.query(choice)).rows).toMatchObject([{ reads: false }]);
  await staff.sql.query("UPDATE feed SET paused_at = NULL");
});

test("a form that is sent twice at one moment does its work once; the second answer leads to what it made", async () => {
  const owner = await staff.enter("owner@example.com");
  const SHOWN = /pa_live_[0-9A-Za-z]{36}|set-up#[\w-]{43}/;
  const sendTwice = async (path: string, label: string, values: Record<string, string> = {}) => {
    const visitors = [new Visitor(staff.server.url), new Visitor(staff.server.url)];
    await owner.open(path);
    const { fields } = owner.form(label);
    for (const visitor of visitors) {
      visitor.cookies = new Map(owner.cookies);
      await visitor.open(path);
    }
    await Promise.all(visitors.map((visitor) => visitor.submit(label, { ...fields, ...values })));
    const shown = visitors.flatMap(({ text }) => SHOWN.exec(text)?.[0] ?? []);
    expect(shown).toHaveLength(1);
    const second = visitors.find(({ text }) => !SHOWN.test(text));
    expect(second?.at).toMatch(/^\/admin\/(keys|staff)\/[0-9a-f-]{36}\?done=sent-before$/);
    expect(second?.text).toContain("This form was sent before, and was carried out then.");
    expect(second?.text).toMatch(/Make a new token|Make a link/);
    secrets.push(String(shown[0]).replace(/^.*#/, ""));
    if (fields.form_id) secrets.push(fields.form_id);
    return shown[0] ?? "";
  };
  const before = await staff.count("api_key");
  const token = await sendTwice("/admin/keys/new", "New key", { name: "Twice", owner: "Paper" });
  expect(await staff.count("api_key")).toBe(before + 1);
  await owner.open("/admin/keys?q=Twice");
  const path = /\/admin\/keys\/[0-9a-f-]{36}/.exec(owner.html)?.[0] ?? "";
  const next = await sendTwice(path, "Rotate the token", { overlap: "7d" });
  expect(next).not.toBe(token);
  const { rows } = await staff.sql.query(
    "SELECT count(*)::int AS tokens, count(t.expires_at)::int AS ending FROM api_key_token t JOIN api_key k ON k.id = key_id WHERE name = 'Twice'",
  );
  expect(rows).toEqual([{ tokens: 2, ending: 1 }]);
  for (const held of [token, next]) {
    const { status } = await get("/api/key", { base: staff.server.url, headers: { "x-api-key": held } });
    expect(status).toBe(200);
  }
  await sendTwice("/admin/staff", "Add someone", { email: "twice@example.com" });
  await owner.open("/admin/staff");
  const person = /\/admin\/staff\/[0-9a-f-]{36}(?=">twice@)/.exec(owner.html)?.[0] ?? "";
  await sendTwice(person, "Make a set-up link");
  const { rows: events } = await staff.sql.query(
    "SELECT action FROM audit_event WHERE target_name IN ('Twice', 'twice@example.com') ORDER BY id",
  );
  expect(events.map(({ action }) => action)).toEqual(["key.create", "key.rotate", "staff.add", "staff.link"]);

  // A changed form counts as new although it repeats the number, as after going back in the browser.
  await owner.open("/admin/keys/new");
  const { fields } = owner.form("New key");
  const made: string[] = [];
  for (const name of ["One", "Another"]) {
    await owner.open("/admin/keys/new");
    await owner.submit("New key", { ...fields, name, owner: "Paper" });
    made.push(TOKEN.exec(owner.text)?.[0] ?? "");
  }
  expect(new Set(made).size).toBe(2);
  expect(await staff.count("api_key")).toBe(before + 3);
});

test("the audit log tells who changed what, also as CSV", async () => {
  const owner = await staff.enter("owner@example.com");
  await owner.open("/admin/audit?action=key.update");
  expect(owner.text).toContain("requests_per_minute 120 → 240");
  expect(owner.text).toContain("note a b → nothing");
  await owner.open("/admin/audit?who=OWNER&target=press&from=2020-01-01");
  expect(owner.text).toContain("1 to 4 of 4");
  await owner.open("/admin/audit?to=2020-01-01");
  expect(owner.text).toContain("No event matches.");
  await owner.open("/admin/audit?from=yesterday&page=x");
  expect(owner.text).toContain("was left out.");
  await staff.sql.query(
    `INSERT INTO audit_event (actor, action, target_type, target_name) VALUES ('=1+1', 'key.x', 'key', '"a",b')`,
  );
  const { headers, text } = await owner.request("GET", "/admin/audit.csv?action=key.x");
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, row] = text.split("\r\n");
  expect(head).toBe("at,actor,action,what,target_type,target_id,target_name,before,after,address");
  expect(row).toMatch(/^"[^,]+Z","'=1\+1","key\.x","key\.x","key",,"""a"",b",,,$/);
});

test("the keys are a file as well, filtered and sorted as the list, without any token", async () => {
  const owner = await staff.enter("owner@example.com");
  const { headers, text } = await owner.request("GET", "/admin/keys.csv?sort=requests");
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [head, ...rows] = text.trim().split("\r\n");
  expect(head).toBe(
    "id,name,owner,contact_email,token,status,requests_per_minute,scope,requests_30_days,refused_30_days,created_at,expires_at,revoked_at,last_used_at",
  );
  const { rows: keys } = await staff.sql.query("SELECT id FROM api_key");
  expect(rows).toHaveLength(keys.length);
  expect(text).not.toMatch(/pa_live_[0-9A-Za-z]{36}/);
  const revoked = await owner.request("GET", "/admin/keys.csv?status=revoked");
  for (const row of revoked.text.trim().split("\r\n").slice(1)) expect(row).toContain(`,"revoked",`);
});

test("what a stolen session would be worth most for needs a sign-in of the last 15 minutes", async () => {
  const owner = await staff.enter("owner@example.com");
  const own = "staff_id = (SELECT id FROM staff WHERE email = 'owner@example.com')";
  const age = (minutes: number) =>
    staff.sql.query(`UPDATE staff_session SET created_at = now() - make_interval(mins => $1) WHERE ${own}`, [minutes]);
  const countOwn = async () => (await staff.sql.query(`SELECT count(*)::int FROM staff_session WHERE ${own}`)).rows[0];
  const key = { name: "Fresh", owner: "tests", requests_per_minute: "5" };
  const create = async () => (await owner.open("/admin/keys/new")).submit("New key", key);
  await age(14);
  secrets.push(TOKEN.exec((await create()).text)?.[0] ?? "no token");
  await age(16);
  const before = [await staff.count("api_key"), await staff.count("audit_event")];
  await create();
  expect(owner.text).toContain("This needs a sign-in of the last 15 minutes: nothing was saved.");
  expect(owner.form("New key").fields).toMatchObject({ name: "Fresh" });
  expect([await staff.count("api_key"), await staff.count("audit_event")]).toEqual(before);
  const made = await staff.sql.query("SELECT id FROM api_key WHERE name = 'Fresh'");
  const { id } = made.rows[0];
  await owner.open(`/admin/keys/${id}`);
  await owner.submit("Edit the key", { scope: "collect" });
  expect(owner.text).toContain("This needs a sign-in of the last 15 minutes: nothing was saved.");
  await owner.open(`/admin/keys/${id}`);
  await owner.submit("Edit the key", { note: "Still reads only" });
  expect((await staff.sql.query("SELECT scope, note FROM api_key WHERE id = $1", [id])).rows).toEqual([
    { scope: "read", note: "Still reads only" },
  ]);
  // Reading, and what gives nobody more than they have, goes on.
  expect((await owner.open("/admin/keys")).text).toContain("Fresh");

  const sessions = await countOwn();
  await owner.open("/admin/sign-in?done=fresh");
  await owner.submit("Sign in", { email: "owner@example.com", password: `${PASSWORD}.` });
  expect(owner.text).toContain("The e-mail address or the password is wrong.");
  await owner.submit("Sign in", { email: "owner@example.com", password: PASSWORD });
  expect(owner.at).toBe("/admin/desk");
  // The new session takes the place of this browser's own.
  expect(await countOwn()).toEqual(sessions);
  secrets.push(TOKEN.exec((await create()).text)?.[0] ?? "no token");
  expect(secrets).not.toContain("no token");
});

test("each sign-in is listed with its address and ends with a click, and nobody ends another's", async () => {
  await staff.sql.query("DELETE FROM staff_session");
  await staff.list("stranger@example.com", "viewer");
  const stranger = await staff.enter("stranger@example.com");
  const { rows } = await staff.sql.query("SELECT id FROM staff_session");
  const one = await staff.enter("owner@example.com");
  const two = await staff.enter("owner@example.com");
  await one.open("/admin/account");
  for (const text of ["this device", one.sender, two.sender]) expect(one.text).toContain(text);
  expect(one.text).not.toContain(stranger.sender);
  const labels = one.forms().flatMap(({ label }) => (label.startsWith("End the sign-in of") ? [label] : []));
  expect(labels).toHaveLength(1);
  await one.submit(labels[0] ?? "", { id: rows[0].id });
  expect(one.text).toContain("It has ended already.");
  expect((await stranger.request("GET", "/admin/account")).status).toBe(200);
  await one.open("/admin/account");
  await one.submit(labels[0] ?? "");
  expect(one.text).toContain("That sign-in has ended.");
  expect((await two.request("GET", "/admin/account")).status).toBe(307);
  expect((await one.request("GET", "/admin/account")).status).toBe(200);
});

test("pages stand with everything empty and with odd addresses", async () => {
  const owner = await staff.enter("owner@example.com");
  for (const [path, status] of [
    ["/admin/keys?status=expired&page=7", 200],
    ["/admin/keys?status=nonsense&page=-1&q=%25", 200],
    ["/admin/keys?q=%00&status=%00&page=%00", 200],
    ["/admin/audit?who=%00&action=%00&target=%00&from=%00", 200],
    ["/admin/audit.csv?who=%00", 200],
    ["/admin/audit?from=0000-01-01&to=9999-12-31", 200],
    ["/admin/audit?target=99999999999999999999", 200],
    ["/admin/verify?source=%00&product=%00&country=%00", 200],
    ["/admin/changes?state=%00", 200],
    ["/admin/reports?state=%00", 200],
    ["/admin/keys?sort=nonsense", 200],
    ["/admin/keys.csv?q=%00&sort=used&status=expired", 200],
    ["/admin/keys/not-a-uuid", 404],
    [`/admin/keys/${crypto.randomUUID()}`, 404],
    ["/admin/staff/not-a-uuid", 404],
    ["/admin/data?page=99999", 200],
    ["/admin/nonsense", 404],
    ["/admin/not-allowed", 403],
    ["/admin/set-up", 200],
    ["/admin/set-up?token=a&token=b", 200],
    ["/admin/%ff", 400],
    ["/admin/changes/%ff", 400],
    ["/admin/staff/%c3%28", 400],
  ] as const) {
    expect([path, (await owner.request("GET", path)).status]).toEqual([path, status]);
  }
  await expect.poll(() => staff.server.output()).toContain('"route":"/admin/*","msg":"an address cannot be decoded"');
});

test("/.well-known/security.txt has the contact of the operator, and ends within a year", async () => {
  const { status, text, headers } = await get("/.well-known/security.txt", { base: staff.server.url });
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^Contact: mailto:desk@example\.com$/m);
  const days = (Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("the command of docs/operations.md ends all sessions and links of a restored database", async () => {
  const command = /psql "\$COPY_URL" --command="([^"]+)"/.exec(await readFile("docs/operations.md", "utf8"))?.[1] ?? "";
  const owner = await staff.enter("owner@example.com");
  await staff.sql.query(
    "UPDATE staff SET setup_hash = 'x', setup_expires_at = now() + interval '1 day' WHERE email = 'owner@example.com'",
  );
  await staff.sql.query(command);
  expect((await owner.request("GET", "/admin/keys")).status).toBe(307);
  expect((await staff.sql.query("SELECT FROM staff WHERE setup_hash IS NOT NULL")).rowCount).toBe(0);
});

test("no token, link or password stands in the database, the audit log or what the server printed", async () => {
  const { rows } = await staff.sql.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const dump: string[] = [staff.server.output()];
  for (const { name } of rows) {
    const found = await staff.sql.query(`SELECT t::text AS row FROM "${name}" t`);
    dump.push(...found.rows.map(({ row }) => row));
  }
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(11);
    expect(dump.filter((text) => text.includes(secret))).toEqual([]);
  }
});
