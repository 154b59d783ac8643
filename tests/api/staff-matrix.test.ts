import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Action, PERMISSIONS } from "@/lib/access/staff/roles/rules";
import { ROLES } from "@/lib/access/staff/roles/schema";
import { Authenticator, readChallengeOf } from "../support/authenticator";
import { OF_NEWEST } from "../support/import-cli";
import { recordPromise } from "../support/report-promise";
import { mayByTable, WHO, type Who } from "../support/role-table";
import { PASSWORD, type StaffServer, shareStaffServer } from "../support/staff";
import { type BuiltAction, callAction, listBuiltActions } from "../support/staff-actions";
import { dayOfReadings } from "../support/test-days";
import { Visitor } from "../support/visitor";

const KEY = { name: "A key", owner: "tests", requests_per_minute: "600" };

const FEEDS = ["ecb", "currency-api", "netflix-prices", "opentherank"];
let reads = 0;

/** `key`, `person`, `change`, `entry`, `report`, `reading` and `request` are made for each call. */
const ACTIONS: Record<
  string,
  {
    needs: Action;
    form: (on: {
      key: string;
      person: string;
      change: string;
      published: string;
      entry: string;
      report: string;
      reading: string;
      retired: string;
      request: string;
      session: string;
      passkey: string;
      answer: string;
    }) => Record<string, string>;
  }
> = {
  "admin/account/changePassword": {
    needs: "account.password",
    form: () => ({ current_password: PASSWORD, new_password: PASSWORD, repeated_password: PASSWORD }),
  },
  "admin/account/addPasskey": {
    needs: "passkey.add",
    form: ({ answer }) => ({ passkey_name: "Phone", answer }),
  },
  "admin/account/removePasskey": { needs: "passkey.remove", form: ({ passkey }) => ({ id: passkey }) },
  "admin/account/signOutEverywhere": { needs: "account.sign-out", form: () => ({}) },
  "admin/account/endOwn": { needs: "session.end", form: ({ session }) => ({ id: session }) },
  "admin/changes/check": { needs: "change.check", form: ({ change }) => ({ id: change }) },
  "admin/changes/decide": {
    needs: "change.decide",
    form: ({ change }) => ({ id: change, decision: "back", note: "Look again" }),
  },
  "admin/changes/takeBack": { needs: "change.revert", form: ({ published }) => ({ id: published }) },
  "admin/changes/removeFromDraft": { needs: "verify.remove", form: ({ change, entry }) => ({ id: change, entry }) },
  // Each call reads another source: one that is being read is not read again.
  "admin/desk/readNow": { needs: "feed.read", form: () => ({ id: FEEDS[reads++ % FEEDS.length] ?? "" }) },
  "admin/desk/addSource": {
    needs: "feed.add",
    form: () => ({
      id: "a-shop",
      name: "A shop",
      publisher: "Us",
      license: "CC0-1.0",
      attribution: "Us",
      address: "https://shop.example/prices.csv",
      seen: "https://shop.example/prices.csv",
      cadence_days: "7",
    }),
  },
  "admin/desk/approveAddress": {
    needs: "feed.address",
    form: () => ({ id: "opentherank", address: "https://new.example/" }),
  },
  "admin/desk/pauseSource": { needs: "feed.pause", form: () => ({ id: "removable", paused: "yes" }) },
  "admin/desk/removeSource": { needs: "feed.remove", form: () => ({ id: "removable" }) },
  "admin/desk/chooseRefreshing": { needs: "feed.schedule", form: () => ({ reads: "no" }) },
  "admin/desk/updateSource": {
    needs: "feed.update",
    form: () => ({ id: "ecb", address: "https://127.0.0.1/", seen: "https://127.0.0.1/", cadence_days: "1" }),
  },
  "admin/keys/create": { needs: "key.create", form: () => KEY },
  "admin/keys/revoke": { needs: "key.revoke", form: ({ key }) => ({ id: key, confirmation: "A key" }) },
  "admin/keys/rotate": { needs: "key.rotate", form: ({ key }) => ({ id: key, overlap: "1h" }) },
  "admin/keys/update": { needs: "key.update", form: ({ key }) => ({ id: key, ...KEY, requests_per_minute: "700" }) },
  "admin/keys/webhook/saveWebhook": {
    needs: "webhook.save",
    form: ({ key }) => ({ id: key, address: "https://127.0.0.1/hook", "kind-changed": "on" }),
  },
  "admin/keys/webhook/makeWebhookSecret": { needs: "webhook.secret", form: ({ key }) => ({ id: key }) },
  "admin/keys/webhook/testWebhook": { needs: "webhook.test", form: ({ key }) => ({ id: key }) },
  "admin/keys/webhook/turnWebhook": { needs: "webhook.pause", form: ({ key }) => ({ id: key, paused: "yes" }) },
  "admin/keys/webhook/deleteWebhook": { needs: "webhook.remove", form: ({ key }) => ({ id: key }) },
  "admin/keys/requests/issue": {
    needs: "key.issue",
    form: ({ request }) => ({ id: request, requests_per_minute: "600" }),
  },
  "admin/keys/requests/refuse": {
    needs: "key.refuse",
    form: ({ request }) => ({ id: request, answer: "Sixty a minute are enough" }),
  },
  "admin/products/saveProduct": {
    needs: "product.save",
    form: () => ({ name: "Matrix", plan: crypto.randomUUID(), category: "streaming" }),
  },
  "admin/products/retireProduct": {
    needs: "product.retire",
    form: ({ retired }) => ({ product: retired, day: dayOfReadings(), source_url: "https://example.com/" }),
  },
  "admin/products/saveAccess": {
    needs: "access.save",
    form: () => ({
      product: "netflix",
      question: "moving",
      sentence: `It moves along ${crypto.randomUUID()}.`,
      source_url: "https://example.com/",
      day: dayOfReadings(),
    }),
  },
  "admin/products/withdrawAccess": {
    needs: "access.withdraw",
    form: () => ({ product: "duolingo", question: "payment" }),
  },
  "admin/products/removeProduct": { needs: "product.remove", form: () => ({ product: "by-mistake" }) },
  "admin/reports/closeMany": {
    needs: "report.close",
    form: ({ report }) => ({ [`report-${report}`]: "on", answer: "It is right." }),
  },
  "admin/reports/close": { needs: "report.close", form: ({ report }) => ({ id: report, answer: "It is right" }) },
  "admin/reports/correct": {
    needs: "report.correct",
    form: ({ report }) => ({
      id: report,
      way: "amount",
      amount: "9.99",
      currency: "USD",
      day: dayOfReadings(),
      source_url: "https://example.com/",
      reason: "typing_error",
      answer: "It has changed",
    }),
  },
  "admin/reports/readings/take": { needs: "reading.take", form: ({ reading }) => ({ id: reading }) },
  "admin/reports/readings/decline": {
    needs: "reading.decline",
    form: ({ reading }) => ({ [`reading-${reading}`]: "on" }),
  },
  "admin/signOut": { needs: "session.end", form: () => ({}) },
  "admin/staff/add": {
    needs: "staff.add",
    form: () => ({ email: `${crypto.randomUUID()}@example.com`, role: "viewer" }),
  },
  "admin/staff/disable": { needs: "staff.disable", form: ({ person }) => ({ id: person }) },
  "admin/staff/enable": { needs: "staff.enable", form: ({ person }) => ({ id: person }) },
  "admin/staff/makeLink": { needs: "staff.link", form: ({ person }) => ({ id: person }) },
  "admin/staff/setRole": { needs: "staff.role", form: ({ person }) => ({ id: person, role: "editor" }) },
  "admin/verify/answer": {
    needs: "verify.answer",
    form: () => ({ answer: "unsure", price: "1" }),
  },
  "admin/verify/price/savePrice": {
    needs: "verify.answer",
    form: () => ({
      product: "netflix",
      country: "AQ",
      store: "web",
      period: "monthly",
      amount: "9.99",
      currency: "USD",
      day: dayOfReadings(),
      source_url: "https://example.com/",
      seen: `netflix AQ web monthly amount ${dayOfReadings()} 9.99 USD`,
    }),
  },
  "admin/staff/signOutEverywhere": { needs: "staff.sign-out", form: ({ person }) => ({ id: person }) },
};

/** These actions need a one-time token instead of a session. */
const OPEN_ACTIONS = [
  "admin/set-up/enterByLink",
  "admin/set-up/setUp",
  "docs/keys/sendKeyRequest",
  "follow/sendFollow",
  "reading/sendReading",
  "report/sendReport",
];

const PAGES: Record<string, Action> = {
  "/admin/account": "account.read",
  "/admin/audit": "audit.read",
  "/admin/audit.csv": "audit.read",
  "/admin/changes": "desk.read",
  "/admin/changes/[id]": "desk.read",
  "/admin/changes/[id]/changes.csv": "desk.read",
  "/admin/changes/[id]/files/[file]": "desk.read",
  "/admin/changes/new": "change.upload",
  "/admin/changes/template.csv": "change.upload",
  "/admin/changes/template.xlsx": "change.upload",
  "/admin/data": "data.read",
  "/admin/desk": "desk.read",
  "/admin/desk/sources/[id]": "feed.read",
  "/admin/keys": "key.read",
  "/admin/keys.csv": "key.read",
  "/admin/keys/[id]": "key.read",
  "/admin/keys/new": "key.create",
  "/admin/keys/requests": "key.read",
  "/admin/keys/requests/[id]": "key.read",
  "/admin/products": "desk.read",
  "/admin/products/[slug]": "desk.read",
  "/admin/products/new": "product.save",
  "/admin/reports": "desk.read",
  "/admin/reports/[id]": "desk.read",
  "/admin/reports/readings": "desk.read",
  "/admin/verify": "desk.read",
  "/admin/verify/price": "verify.answer",
  "/admin/staff": "staff.read",
  "/admin/staff/[id]": "staff.read",
};
/** Uploads accept only POST (change-sets.test.ts). */
const OPEN_PAGES = ["/admin", "/admin/changes/upload", "/admin/not-allowed", "/admin/set-up", "/admin/sign-in"];

let staff: StaffServer;
let actions: Map<string, BuiltAction>;
const visitors = new Map<Who, Visitor>();
const ids = {
  key: "",
  person: "",
  change: "",
  published: "",
  entry: "",
  report: "",
  reading: "",
  request: "",
  session: "",
  file: "",
  passkey: "",
  answer: "",
  retired: "",
};

beforeAll(async () => {
  staff = await shareStaffServer();
  actions = new Map((await listBuiltActions()).map((action) => [action.name, action]));
  for (const role of ROLES) await staff.list(`${role}@example.com`, role);
  const old = await staff.sql.query(
    `SELECT product FROM price WHERE ${OF_NEWEST} GROUP BY product HAVING max(verified_on) < $1 ORDER BY product LIMIT 1`,
    [dayOfReadings()],
  );
  ids.retired = old.rows[0].product;
  await staff.sql.query(
    `INSERT INTO product_entry (slug, name, service, category, plan, in_basket, recorded_in)
     SELECT 'by-mistake', 'By mistake', 'By mistake', 'streaming', 'Standard', false, max(id) FROM dataset_version`,
  );
  await staff.sql.query(
    `INSERT INTO access_entry (product, question, sentence, source_url, read_on, recorded_in)
     SELECT 'duolingo', 'payment', 'It takes cards.', 'https://example.com/', $1, max(id) FROM dataset_version`,
    [dayOfReadings()],
  );
});
const done = { allowed: 0, refused: 0, foreign: 0 };
afterAll(async () => {
  await staff.sql.query("DELETE FROM access_entry WHERE product = 'duolingo'");
  await staff.sql.query("DELETE FROM product_entry WHERE slug = 'by-mistake'");
  await staff.sql.query("DELETE FROM feed WHERE id = 'removable'");
  recordPromise({
    promise:
      "Admin: every action and page, called directly as nobody, viewer, editor and owner, and from other origins",
    test: "tests/api/staff-matrix.test.ts",
    figure: `${Object.keys(ACTIONS).length} actions and ${Object.keys(PAGES).length} pages: ${done.allowed} calls allowed, ${done.refused} refused without a trace; ${done.foreign} posts from other origins refused`,
  });
});

/** An allowed call uses up what it was made for; a refused one leaves it to the next test. */
let isUsed = true;

beforeEach(async () => {
  if (!isUsed) return;
  isUsed = false;
  ids.person = await staff.list(`${crypto.randomUUID()}@example.com`, "viewer");
  ids.key = crypto.randomUUID();
  await staff.sql.query(
    "INSERT INTO api_key (id, name, owner, requests_per_minute) VALUES ($1, 'A key', 'tests', 600)",
    [ids.key],
  );
  await staff.sql.query(
    "INSERT INTO webhook (key_id, address, kinds, secret) VALUES ($1, 'https://127.0.0.1/', '{}', 'whsec_AAAA')",
    [ids.key],
  );
  const hash = ids.key.replaceAll("-", "").padEnd(64, "0");
  await staff.sql.query(
    "INSERT INTO api_key_token (id, key_id, hash, last_four) VALUES (gen_random_uuid(), $1, $2, 'abcd')",
    [ids.key, hash],
  );
  const { rows } = await staff.sql.query(
    // One without a failure would be checked in the middle of an action.
    "INSERT INTO change_set (title, origin, author, failure) VALUES ('A change', 'refresh', 'the scheduler', 'Broke off') RETURNING id",
  );
  ids.change = String(rows[0].id);
  // A taking back is checked behind the answer, which changes its state.
  const unchecked = "SELECT FROM change_set WHERE origin = 'revert' AND preview IS NULL AND failure IS NULL";
  await expect.poll(async () => (await staff.sql.query(unchecked)).rowCount).toBe(0);
  const published = await staff.sql.query(
    `INSERT INTO change_set (title, origin, author, state, version_id)
     SELECT 'Published', 'command', 'tests', 'published', max(id) FROM dataset_version RETURNING id`,
  );
  ids.published = String(published.rows[0].id);
  await staff.sql.query("INSERT INTO change_set_changes (change_set_id, csv_gzip) VALUES ($1, $2)", [
    ids.change,
    gzipSync("product\n"),
  ]);
  const stored = await staff.sql.query(
    "INSERT INTO change_set_file (change_set_id, name, bytes, sha256) VALUES ($1, 'empty.csv', 0, repeat('0', 64)) RETURNING id",
    [ids.change],
  );
  ids.file = String(stored.rows[0].id);
  await staff.sql.query(
    "UPDATE feed SET new_address = 'https://new.example/', new_address_by_id = $1 WHERE id = 'opentherank'",
    [ids.person],
  );
  await staff.sql.query(
    `INSERT INTO feed (id, name, publisher, address, format, license, attribution, cadence_days)
     VALUES ('removable', 'A shop', 'Us', 'https://shop.example/', 'native', 'CC0-1.0', 'Us', 7)
     ON CONFLICT (id) DO UPDATE SET paused_at = NULL`,
  );
  const entered = await staff.sql.query(
    `INSERT INTO desk_entry (series_id, kind, observed_on, source_url, change_set_id, staff_id)
     SELECT series.id, 'ended', current_date, 'https://example.com/', $1, $2 FROM series ORDER BY id LIMIT 1 RETURNING id`,
    [ids.change, ids.person],
  );
  ids.entry = String(entered.rows[0].id);
  const filed = await staff.sql.query(
    `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency)
     SELECT series_id, 'outlier', 'check', amount, currency FROM price ORDER BY version_id DESC, series_id LIMIT 1 RETURNING id`,
  );
  ids.report = String(filed.rows[0].id);
  const told = await staff.sql.query(
    `INSERT INTO visitor_reading (product, country, platform, period, amount, currency, observed_on, source_url, sender)
     VALUES ('netflix', 'AQ', 'web', 'yearly', 9.99, 'USD', $1, 'https://example.com/', '') RETURNING id`,
    [dayOfReadings()],
  );
  ids.reading = String(told.rows[0].id);
  const asked = await staff.sql.query(
    `INSERT INTO key_request (name, email, purpose, requests_per_minute, sender)
     VALUES ('Paper', 'paper@example.org', 'A test', 600, '') RETURNING id`,
  );
  ids.request = String(asked.rows[0].id);
});

async function visitorOf(who: Who): Promise<Visitor> {
  const known = visitors.get(who);
  if (known) return known;
  const visitor = who === "nobody" ? new Visitor(staff.server.url) : await staff.enter(`${who}@example.com`);
  visitors.set(who, visitor);
  return visitor;
}

const idOf = (template: string) =>
  template.includes("staff")
    ? ids.person
    : template.includes("changes")
      ? ids.change
      : template.includes("reports")
        ? ids.report
        : template.includes("requests")
          ? ids.request
          : template.includes("sources")
            ? "ecb"
            : ids.key;

async function answerTo({ html, base }: Visitor, email: string): Promise<string> {
  const { rows } = await staff.sql.query("SELECT id FROM staff WHERE email = $1", [email]);
  return new Authenticator(rows[0].id).make({ challenge: readChallengeOf(html), origin: base });
}

async function snapshot(): Promise<string> {
  const tables = [
    "api_key",
    "api_key_token",
    "staff",
    "staff_session",
    "passkey",
    "audit_event",
    "price_report",
    "visitor_reading",
    "key_request",
    "desk_entry",
    "desk_product",
    "desk_access",
  ];
  // Without previews: background checks change them.
  const sources = [...tables, "(SELECT id, state, note, approver_id FROM change_set)"];
  const digests = sources.map((from) => `SELECT count(*), sum(hashtext(t::text)) FROM ${from} t`);
  return JSON.stringify((await staff.sql.query(digests.join(" UNION ALL "))).rows);
}

test("every server action of the build has a row here, and every permission is asked for somewhere", () => {
  expect([...actions.keys()].sort()).toEqual([...Object.keys(ACTIONS), ...OPEN_ACTIONS].sort());
  const asked = [...Object.values(ACTIONS).map(({ needs }) => needs), ...Object.values(PAGES)];
  expect([...new Set(asked)].sort()).toEqual(Object.keys(PERMISSIONS).sort());
});

test("every page and handler below /admin has a row here", () => {
  const found = readdirSync("app/admin", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file.replaceAll("\\", "/")))
    .map(
      (file) =>
        `/admin/${file
          .replaceAll("\\", "/")
          .replace(/\(.*?\)\//, "")
          .replace(/\/?(page\.tsx|route\.ts)$/, "")}`,
    );
  expect(found.map((path) => path.replace(/\/$/, "")).sort()).toEqual([...Object.keys(PAGES), ...OPEN_PAGES].sort());
});

describe.each(Object.entries(ACTIONS))("%s", (name, { needs, form }) => {
  test.each(WHO)(`as %s`, async (who) => {
    const visitor = await visitorOf(who);
    const action = actions.get(name);
    if (!action) throw new Error(`no action ${name}`);
    ids.session = crypto.randomUUID();
    await staff.sql.query(
      "INSERT INTO staff_session (id, staff_id, expires_at) SELECT $1, id, now() + interval '1 hour' FROM staff WHERE email = $2",
      [ids.session, `${who}@example.com`],
    );
    ids.passkey = crypto.randomUUID();
    await staff.sql.query(
      `INSERT INTO passkey (id, staff_id, name, credential_id, public_key, counter)
       SELECT $1::uuid, id, 'Phone', $1::uuid::text, '', 0 FROM staff WHERE email = $2`,
      [ids.passkey, `${who}@example.com`],
    );
    const account = name.endsWith("addPasskey") && who !== "nobody" ? await visitor.open("/admin/account") : null;
    ids.answer = account === null ? "" : await answerTo(account, `${who}@example.com`);
    const before = await snapshot();
    const newest = await staff.sql.query("SELECT coalesce(max(id), 0) AS id FROM audit_event");
    const reply = await callAction(visitor, action, form(ids));
    const after = await snapshot();
    if (who === "nobody") {
      const page = action.path.replace("[id]", form(ids).id ?? "").replace("[slug]", form(ids).product ?? "");
      const signIn = `/admin/sign-in?${new URLSearchParams({ callbackUrl: page, done: "late" })}`;
      expect([reply.status, reply.headers.get("location")]).toEqual([303, signIn]);
      expect(after).toBe(before);
    } else if (!mayByTable(who, needs)) {
      expect([reply.status, reply.headers.get("location")]).toEqual([303, "/admin/not-allowed"]);
      expect(after).toBe(before);
    } else {
      expect([200, 303]).toContain(reply.status);
      expect(reply.headers.get("location") ?? "").not.toContain("not-allowed");
      isUsed = true;
      if (/account|signOut/.test(name)) visitors.delete(who);
      const { rows } = await staff.sql.query("SELECT actor, action FROM audit_event WHERE id > $1", [
        newest.rows[0].id,
      ]);
      expect(rows).toEqual([{ actor: `${who}@example.com`, action: needs }]);
    }
    expect(reply.headers.get("cache-control")).toContain("no-store");
    done[mayByTable(who, needs) ? "allowed" : "refused"] += 1;
  });

  test("refuses other origins and none, whatever the forwarding headers say", async () => {
    const visitor = await visitorOf("owner");
    const action = actions.get(name);
    if (!action) throw new Error(`no action ${name}`);
    const before = await snapshot();
    const evil = "https://evil.example";
    for (const headers of [
      { origin: evil },
      { origin: evil, "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
      { origin: "null" },
      {},
    ]) {
      expect((await callAction(visitor, action, form(ids), headers)).status).toBe(403);
      done.foreign += 1;
    }
    expect(await snapshot()).toBe(before);
  });
});

describe.each(Object.entries(PAGES))("%s", (template, needs) => {
  test.each(WHO)("as %s", async (who) => {
    const visitor = await visitorOf(who);
    const path = template.replace("[id]", idOf(template)).replace("[file]", ids.file).replace("[slug]", "netflix");
    const reply = await visitor.request("GET", path);
    if (who === "nobody") {
      expect(reply.status).toBe(307);
      expect(reply.headers.get("location")).toContain("/admin/sign-in?callbackUrl=%2Fadmin%2F");
    } else {
      expect(reply.status).toBe(mayByTable(who, needs) ? 200 : 403);
    }
    done[mayByTable(who, needs) ? "allowed" : "refused"] += 1;
    expect(reply.headers.get("cache-control")).toContain("no-store");
    expect(reply.headers.get("x-robots-tag")).toBe("noindex");
  });
});

test("a navigation by script gets no more than a page does", async () => {
  const viewer = await visitorOf("viewer");
  for (const headers of [{ rsc: "1" }, { rsc: "1", "next-router-prefetch": "1" }]) {
    const reply = await viewer.request("GET", "/admin/staff", headers);
    expect(reply.text).not.toContain("owner@example.com");
    const nobody = await new Visitor(staff.server.url).request("GET", "/admin/keys", headers);
    expect(nobody.text).not.toContain("A key");
  }
});

describe("the last active owner", () => {
  test("cannot be disabled or demoted, not even by two at the same moment", async () => {
    await staff.sql.query("DELETE FROM staff_session");
    await staff.sql.query("UPDATE staff SET active = false WHERE role = 'owner'");
    const one = await staff.list("one@example.com", "owner");
    const two = await staff.list("two@example.com", "owner");
    const first = await staff.enter("one@example.com");
    const second = await staff.enter("two@example.com");
    const setRole = actions.get("admin/staff/setRole");
    const disable = actions.get("admin/staff/disable");
    if (!setRole || !disable) throw new Error("no such actions");
    await Promise.all([
      callAction(first, setRole, { id: one, role: "viewer" }),
      callAction(second, disable, { id: two }),
    ]);
    const left = "SELECT email FROM staff WHERE role = 'owner' AND active";
    const { rows } = await staff.sql.query(left);
    expect(rows).toHaveLength(1);
    const [last, id] = rows[0].email === "one@example.com" ? [first, one] : [second, two];
    await last.open(`/admin/staff/${id}`);
    await last.submit("Disable");
    expect(last.text).toContain("The last active owner stays");
    await last.submit("Change the role", { role: "editor" });
    expect(last.text).toContain("The last active owner stays");
    expect((await staff.sql.query(left)).rows).toEqual(rows);
  });
});
