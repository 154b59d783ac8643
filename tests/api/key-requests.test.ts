import { beforeAll, expect, test } from "vitest";
import { get } from "../support/api";
import { type StaffServer, shareStaffServer } from "../support/staff";
import { toMultipart, Visitor } from "../support/visitor";

const PAGE = "/docs/keys";
const FORM = "Ask for a key";
const GOOD = { name: "Paper Ltd", email: "dev@example.org", purpose: "A currency app", requests_per_minute: "900" };

let staff: StaffServer;
beforeAll(async () => {
  staff = await shareStaffServer();
  await staff.list("editor@example.com", "editor");
  await staff.list("viewer@example.com", "viewer");
});

const requests = async () => (await staff.sql.query("SELECT * FROM key_request ORDER BY id")).rows;

async function ask(fields: Record<string, string> = GOOD): Promise<number> {
  const visitor = await new Visitor(staff.server.url).open(PAGE);
  await visitor.submit(FORM, fields);
  expect(visitor.at).toBe(`${PAGE}?sent=yes`);
  expect(visitor.text).toContain("Your request is filed.");
  return (await requests()).at(-1)?.id;
}

test("a request becomes a key with one click, whose token is shown once", async () => {
  const id = await ask();
  const editor = await staff.enter("editor@example.com");
  await editor.open("/admin/desk");
  expect(editor.text).toContain("One key is asked for");
  await editor.open("/admin/keys/requests");
  for (const said of ["Paper Ltd", "dev@example.org", "A currency app", "900"]) expect(editor.text).toContain(said);
  await editor.open(`/admin/keys/requests/${id}`);
  await editor.submit("Issue the key");
  const token = /pa_live_\w{36}/.exec(editor.text)?.[0] ?? "";
  const { body } = await get("/api/key", { base: staff.server.url, headers: { "x-api-key": token } });
  expect(body).toMatchObject({ data: { name: "Paper Ltd", requests_per_minute: 900 } });

  const [request] = (await requests()).filter((row) => row.id === id);
  expect(request).toMatchObject({ outcome: "issued", answer: null });
  const { rows } = await staff.sql.query(
    "SELECT k.contact_email, k.note, k.owner, s.email FROM api_key k JOIN staff s ON s.id = k.created_by_id WHERE k.id = $1",
    [request.key_id],
  );
  expect(rows).toEqual([
    { contact_email: "dev@example.org", note: "A currency app", owner: "Paper Ltd", email: "editor@example.com" },
  ]);
  const audit = await staff.sql.query("SELECT * FROM audit_event ORDER BY id DESC LIMIT 1");
  expect(audit.rows[0]).toMatchObject({ action: "key.issue", target_type: "key", target_id: request.key_id });
  expect(JSON.stringify(audit.rows)).not.toContain(token);
  expect(staff.server.output()).not.toContain(token);
  expect(staff.server.output()).not.toContain("dev@example.org");

  await editor.open(`/admin/keys/requests/${id}`);
  expect(editor.text).toContain("The key was issued");
  expect(editor.html).not.toContain(token);
  expect(editor.forms().map(({ label }) => label)).not.toContain("Refuse the key");
});

test("two who answer at the same moment issue one key", async () => {
  const id = await ask();
  const pages = await Promise.all(
    ["editor@example.com", "editor@example.com"].map(async (email) =>
      (await staff.enter(email)).open(`/admin/keys/requests/${id}`),
    ),
  );
  await Promise.all([pages[0]?.submit("Issue the key"), pages[1]?.submit("Refuse the key", { answer: "No" })]);
  expect(pages.filter(({ text }) => text.includes("This request was answered meanwhile"))).toHaveLength(1);
  const { rows } = await staff.sql.query(
    "SELECT count(*)::int AS keys FROM api_key k JOIN key_request r ON r.key_id = k.id WHERE r.id = $1",
    [id],
  );
  const [request] = (await requests()).filter((row) => row.id === id);
  expect(rows[0].keys).toBe(request.outcome === "issued" ? 1 : 0);
  const audit = await staff.sql.query(
    "SELECT action FROM audit_event WHERE action IN ('key.issue', 'key.refuse') AND at > $1",
    [request.at],
  );
  expect(audit.rows).toEqual([{ action: request.outcome === "issued" ? "key.issue" : "key.refuse" }]);
});

test("a request is refused with a reason, which it needs", async () => {
  const id = await ask({ ...GOOD, name: "Robot" });
  const editor = await staff.enter("editor@example.com");
  await editor.open(`/admin/keys/requests/${id}`);
  await editor.submit("Refuse the key", { answer: " " });
  expect(editor.text).toContain("is needed");
  await editor.submit("Refuse the key", { answer: "Files have all of it. <script>" });
  expect(editor.text).toContain("Refused. Nobody is told by itself");
  expect(editor.html).toContain("Files have all of it. &lt;script&gt;");
  await editor.open("/admin/keys/requests?state=closed");
  expect(editor.text).toContain("Robot");
  await editor.open("/admin/audit");
  expect(editor.text).toContain("refused a key that was asked for");
});

test("a viewer reads requests and is offered no answer", async () => {
  const id = await ask();
  const viewer = await staff.enter("viewer@example.com");
  await viewer.open(`/admin/keys/requests/${id}`);
  expect(viewer.text).toContain("Paper Ltd asks for a key");
  expect(viewer.forms().map(({ label }) => label)).not.toContain("Issue the key");
});

test("a faulty form is shown again as it was filled in, with what is wrong", async () => {
  const before = (await requests()).length;
  const visitor = await new Visitor(staff.server.url).open(PAGE);
  await visitor.submit(FORM, { name: "Paper", email: "nobody", purpose: "", requests_per_minute: "many" });
  expect(visitor.page?.status).toBe(200);
  for (const said of ["three answers need a change", "That is no e-mail address.", "Write what the key is for."])
    expect(visitor.text).toContain(said);
  for (const typed of ["Paper", "nobody", "many"]) expect(visitor.html).toContain(`value="${typed}"`);
  await visitor.submit(FORM, { ...GOOD, requests_per_minute: "100001" });
  expect(visitor.text).toContain("At most 100,000 requests a minute.");
  await visitor.submit(FORM, { ...GOOD, website: "https://robot.example" });
  expect(visitor.text).toContain("a field that is hidden from people was filled in");
  const stranger = await new Visitor(staff.server.url).open(PAGE);
  await stranger.submit(FORM, { ...GOOD, token: "x.y" });
  expect(stranger.text).toContain("this form was opened at another connection");
  expect(await requests()).toHaveLength(before);
});

test("a form of another site is refused", async () => {
  const before = (await requests()).length;
  const visitor = await new Visitor(staff.server.url).open(PAGE);
  const { type, payload } = toMultipart({ ...visitor.form(FORM).fields, ...GOOD });
  for (const origin of [{ origin: "https://evil.example" }, {}])
    expect((await visitor.request("POST", PAGE, { "content-type": type, ...origin }, payload)).status).toBe(403);
  expect(await requests()).toHaveLength(before);
});

test("one address asks five times an hour, and is told so with what it typed", async () => {
  const visitor = new Visitor(staff.server.url);
  for (let times = 0; times < 6; times++) {
    await visitor.open(PAGE);
    await visitor.submit(FORM, { ...GOOD, name: `Flood ${times}` });
  }
  expect(visitor.text).toContain("Not sent: you can ask 5 times an hour");
  expect(visitor.html).toContain('value="Flood 5"');
  expect((await requests()).filter(({ name }) => name.startsWith("Flood"))).toHaveLength(5);
});
