import { createHash } from "node:crypto";
import { request } from "node:http";
import { Client } from "pg";
import { beforeAll, expect, test } from "vitest";
import { toServingUrl } from "@/server/serving-url";
import { get } from "../support/api";
import { PRICE_CORRECTION_HEADER, PRICE_HEADER } from "../support/corrections";
import { postUpload, readChangeSet, settle, toUpload, uploadAndCheck } from "../support/desk";
import { importHere, makeFolder, runImport } from "../support/import-cli";
import { publication, type StaffServer, shareStaffServer } from "../support/staff";
import { callAction, listBuiltActions } from "../support/staff-actions";
import { dayOfReadings } from "../support/test-days";
import { Visitor } from "../support/visitor";

const AT = "https://www.netflix.com/signup/planform";
const prices = (...rows: string[]) => [{ name: "prices.csv", content: `${PRICE_HEADER}\n${rows.join("\n")}\n` }];
const desk = {
  name: "sources.csv",
  content: `id,name,publisher,url,license,attribution\nby-hand,By hand,Us,https://example.com/,CC0-1.0,Us.\n`,
};

const { asked } = publication;

let staff: StaffServer;
let author: Visitor;
let other: Visitor;
beforeAll(async () => {
  staff = await shareStaffServer();
  await staff.list("author@example.com", "editor");
  await staff.list("other@example.com", "editor");
  await staff.list("viewer@example.com", "viewer");
  await staff.list("owner@example.com", "owner");
  await staff.list("second@example.com", "owner");
  await using folder = await makeFolder();
  const { code, text } = await importHere(staff.databaseUrl, [await folder.write(desk.name, desk.content)]);
  if (code !== 0) throw new Error(text);
  author = await staff.enter("author@example.com");
  other = await staff.enter("other@example.com");
});
async function connectAsServer(): Promise<Client> {
  const client = new Client({ connectionString: toServingUrl(staff.databaseUrl) });
  await client.connect();
  return client;
}

async function readPrice(product: string, country: string): Promise<{ amount: string; currency: string }> {
  const sql = `SELECT trim_scale(amount)::text AS amount, currency FROM price
     WHERE version_id = (SELECT max(id) FROM dataset_version) AND product = $1 AND country = $2 AND platform = 'web'`;
  return (await staff.sql.query(sql, [product, country])).rows[0];
}
const row = (country: string, amount: string, currency: string, day = "2026-10-01", product = "spotify") =>
  `${product},${country},web,monthly,${amount},${currency},${day},by-hand,${AT}`;
const count = async (table: string) => (await staff.sql.query(`SELECT FROM ${table}`)).rowCount;
const countVersions = async () => Number((await staff.sql.query("SELECT count(*) FROM dataset_version")).rows[0].count);

test("a preview writes nothing, and its author publishes what needs nobody else, but not twice what grows in small steps", async () => {
  const { amount, currency } = await readPrice("spotify", "TR");
  const before = await countVersions();
  const upload = (factor: number, day: string) =>
    uploadAndCheck(staff, author, [...prices(row("TR", (Number(amount) * factor).toFixed(2), currency, day)), desk]);
  const id = await upload(1.9, "2026-10-01");
  expect(author.text).toContain("One price changes");
  expect(author.text).toContain("Nothing in it needs a second person");
  expect(await countVersions()).toBe(before);
  const onDay = "SELECT FROM observation WHERE source_id = 'by-hand'";
  expect((await staff.sql.query(onDay)).rowCount).toBe(0);

  await author.submit("Decide", { decision: "approve" });
  expect((await settle(staff, id)).state).toBe("published");
  expect(await countVersions()).toBe(before + 1);
  const { rows } = await staff.sql.query(
    "SELECT actor, action FROM audit_event WHERE target_type = 'change' AND target_id = $1 ORDER BY id",
    [id],
  );
  expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    "author@example.com change.upload",
    "author@example.com change.decide",
    "author@example.com change.publish",
  ]);
  const next = await upload(6, "2026-10-02");
  expect((await readChangeSet(staff, next)).reasons.join(" ")).toContain(
    "One price moves by more than a factor of 5 since two people last saw it",
  );
});

test("the author of a change set that needs a second person cannot approve it: not by page, action or SQL", async () => {
  const { amount, currency } = await readPrice("spotify", "DE");
  const id = await uploadAndCheck(staff, author, [
    ...prices(row("DE", String(Number(amount) * 6), currency, "2026-10-02")),
    desk,
  ]);
  expect(author.text).toContain("One price changes; one looks wrong");
  expect(author.text).toContain("more than a factor of 5 in US dollars");
  const form = { id, decision: "approve" };
  await author.submit("Decide", form);
  expect(author.text).toContain("somebody else has to approve it");
  const action = (await listBuiltActions()).find(({ name }) => name === "admin/changes/decide");
  if (!action) throw new Error("no such action");
  await callAction(author, action, form);
  expect((await readChangeSet(staff, id)).state).toBe("waiting");

  const serving = await connectAsServer();
  const sql = (text: string) =>
    serving.query(text.replaceAll("$1", id)).then(
      () => "done",
      (error: Error) => error.message,
    );
  const self = "approver_id = author_id, approver = author";
  expect(await sql(`UPDATE change_set SET state = 'approved', ${self} WHERE id = $1`)).toContain("two_people");
  expect(await sql("UPDATE change_set SET state = 'approved' WHERE id = $1")).toContain("approval_check");
  expect(await sql("UPDATE change_set SET author_id = NULL WHERE id = $1")).toContain("the author of change set");
  expect(await sql("UPDATE change_set SET author = 'nobody' WHERE id = $1")).toContain("the author of change set");
  expect(await sql("UPDATE change_set SET origin = 'command' WHERE id = $1")).toContain("the author of change set");
  expect(await sql("UPDATE change_set SET state = 'approved', reasons = '{}' WHERE id = $1")).toContain("preview");
  expect(await sql("UPDATE change_set SET state = 'published', version_id = 1 WHERE id = $1")).not.toBe("done");
  expect(await sql("DELETE FROM change_set WHERE id = $1")).toContain("permission denied");
  expect(
    await sql(`INSERT INTO change_set (title, origin, author_id, author, approver_id, approver)
    SELECT 'again', 'upload', author_id, author, author_id, 'x' FROM change_set WHERE id = $1`),
  ).toContain("two_people");

  await author.open("/admin/desk");
  expect(author.text).toMatch(/change sets? waits? for somebody else/);
  await other.open("/admin/desk");
  expect(other.text).toMatch(/change sets? waits? for you/);
  await other.open(`/admin/changes/${id}`);
  expect(other.text).toContain("You may approve it; author@example.com, who made it, may not.");
  await other.submit("Decide", form);
  expect(await settle(staff, id)).toMatchObject({ state: "published", approver: "other@example.com" });
  expect(await sql("UPDATE change_set SET title = 'another' WHERE id = $1")).toContain("is published");
  await serving.end();
});

test("a file with faults is previewed by file, line and column, and cannot be approved", async () => {
  const id = await uploadAndCheck(staff, author, prices(row("TR", "free", "TRY"), row("UK", "9.99", "GBP")));
  expect(author.text).not.toContain("Nothing in it needs a second person");
  for (const text of ["prices.csv", "line", "amount", "the United Kingdom is GB", "faults"])
    expect(author.text).toContain(text);
  expect(author.text).not.toContain("/tmp");
  expect((await readChangeSet(staff, id)).state).toBe("draft");
  expect(author.html).not.toContain('value="approve"');
  const action = (await listBuiltActions()).find(({ name }) => name === "admin/changes/decide");
  if (!action) throw new Error("no such action");
  await callAction(other, action, { id, decision: "approve" });
  expect((await readChangeSet(staff, id)).state).toBe("draft");

  // No question is asked of a file that can be read in one way, and another takes its place in the same draft.
  await author.open(`/admin/changes/${id}`);
  expect(author.html).not.toContain('name="dates"');
  const sets = await count("change_set");
  const { amount, currency } = await readPrice("spotify", "TR");
  const mended = [...prices(row("TR", amount, currency, "2026-10-02")), desk];
  const { status, headers } = await postUpload(other, mended, {}, id);
  expect([status, headers.get("location")]).toEqual([303, `/admin/changes/${id}`]);
  expect((await settle(staff, id)).state).toBe("waiting");
  expect(await count("change_set")).toBe(sets);
  await author.open(`/admin/changes/${id}`);
  expect(author.html.match(/\/files\/\d+"/g)).toHaveLength(2);
  const { rows } = await staff.sql.query("SELECT author_ids FROM change_set WHERE id = $1", [id]);
  expect(rows[0].author_ids).toHaveLength(2);
  expect(author.text).toContain("Upload, by author@example.com and other@example.com,");
  const late = await postUpload(author, prices("x"), {}, id);
  const lateAt = late.headers.get("location") ?? "";
  expect(lateAt).toContain(`/admin/changes/${id}?fault=decided#`);
  await author.open(lateAt.replace(/#.*/, ""));
  expect(author.text).toContain("That is no draft any more, or is being checked at this moment: nothing was stored.");
  for (const unknown of ["x", "0", "2147483647"]) {
    const lost = await postUpload(author, prices("x"), {}, unknown);
    expect(lost.headers.get("location")).toBe("/admin/changes/new?fault=unknown-draft#refused");
  }
  await author.open("/admin/changes/new?fault=unknown-draft");
  expect(author.text).toContain("There is no draft of the number that the address names: nothing was stored.");
  expect(await count("change_set")).toBe(sets);
  expect((await readChangeSet(staff, id)).state).toBe("waiting");
  await other.open(`/admin/changes/${id}`);
  await other.submit("Decide", { decision: "approve" });
  const { version_id: version } = await settle(staff, id);
  const imports = await staff.sql.query("SELECT DISTINCT imported_by FROM import WHERE version_id = $1", [version]);
  expect(imports.rows).toEqual([{ imported_by: "author@example.com and other@example.com" }]);
});

test("of a release of 2,184 rows with one bad row two people publish the good ones, and the bad one is listed by file and line", async () => {
  const { rows: places } = await staff.sql.query(
    `SELECT slug, code FROM (SELECT slug FROM product WHERE version_id = (SELECT max(id) FROM dataset_version) ORDER BY slug LIMIT 14) AS p,
         (SELECT code FROM country_entry WHERE superseded_in IS NULL AND currency IS NOT NULL AND code <> 'AC' ORDER BY code LIMIT 156) AS c ORDER BY slug, code`,
  );
  expect(places).toHaveLength(2_184);
  const release = places.map(
    ({ slug, code }, at) =>
      `${slug},${at === 998 ? "UK" : code},android,yearly,29.99,USD,2026-10-01,by-hand,https://example.com/`,
  );
  const id = await uploadAndCheck(staff, author, [...prices(...release), desk]);
  expect(author.text).toContain("One fault: mend the file, or go on without these rows");
  await author.submit("Go on without these rows");
  expect(await settle(staff, id)).toMatchObject({
    state: "waiting",
    reasons: expect.arrayContaining(["One row of its files has a fault and is left out."]),
  });
  await author.open(`/admin/changes/${id}`);
  expect(author.html).not.toContain('value="approve"');
  await other.open(`/admin/changes/${id}`);
  const table = /<table[^>]*>(?:(?!<table).)*?Rows that are left out.*?<\/table>/s.exec(other.html)?.[0] ?? "";
  for (const told of ["prices.csv", "1,000", "country", "the United Kingdom is GB"]) expect(table).toContain(told);
  const before = await readState();
  await other.submit("Decide", { decision: "approve" });
  expect(await settle(staff, id)).toMatchObject({ state: "published", approver: "other@example.com" });
  const written = `SELECT FROM observation o JOIN series s ON s.id = o.series_id WHERE s.platform = 'android' AND s.period = 'yearly' AND source_id = 'by-hand' AND o.superseded_in IS NULL`;
  expect((await staff.sql.query(written)).rowCount).toBe(2_183);
  const { data } = await (await fetch(`${staff.server.url}/api/versions?page_size=2`)).json();
  expect(data.map((version: { left_out: number }) => version.left_out)).toEqual([1, 0]);
  await other.open("/versions");
  expect(other.text).toContain("1 left out");

  await other.open(`/admin/changes/${id}`);
  await other.submit("Take it back");
  const back = await newestSet();
  expect(await settle(staff, back)).toMatchObject({
    state: "waiting",
    reasons: expect.arrayContaining([TAKES_BACK]),
  });
  await author.open(`/admin/changes/${back}`);
  await author.submit("Decide", { decision: "approve" });
  expect(await settle(staff, back)).toMatchObject({ state: "published", approver: "author@example.com" });
  expect((await staff.sql.query(written)).rowCount).toBe(0);
  const after = await readState();
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.rows).toEqual(before.rows);
});

const TAKES_BACK = "It takes back what was published.";
const newestSet = async () => String((await staff.sql.query("SELECT max(id) AS id FROM change_set")).rows[0].id);

/** What the newest version says, without its number and what it says of the version before. */
async function readState(): Promise<{ version: number; rows: string[] }> {
  const version = (await staff.sql.query("SELECT max(id) AS id FROM dataset_version")).rows[0].id;
  const tables = ["price", "product", "country", "category", "source"];
  const { rows } = await staff.sql.query(
    tables
      .map(
        (table) =>
          `SELECT '${table} ' || (to_jsonb(t) - '{version_id,previous_version,change_products,change_from_pct,change_to_pct}'::text[])::text AS row FROM ${table} t WHERE version_id = $1`,
      )
      .join(" UNION ALL "),
    [version],
  );
  return { version, rows: rows.map(({ row: text }) => text).sort() };
}

test("a taking back puts back what was replaced, ended and renamed, leaves what a later version changed again, and says so", async () => {
  const publish = async (files: Parameters<typeof uploadAndCheck>[2]) => {
    const id = await uploadAndCheck(staff, author, files);
    await other.open(`/admin/changes/${id}`);
    await other.submit("Decide", { decision: "approve" });
    expect((await settle(staff, id)).state).toBe("published");
    return id;
  };
  const day = "2026-10-20";
  await publish([...prices(...["TR", "DE", "EG"].map((place) => row(place, "5", "USD", day, "icloud"))), desk]);
  const { rows: former } = await readState();
  const correct = (country: string, amount: string) =>
    `icloud,${country},web,monthly,${day},replace,${amount},USD,typing_error,,by-hand,${AT}`;
  const corrections = (...lines: string[]) => [
    {
      name: "corrections.csv",
      content: `${PRICE_CORRECTION_HEADER}\n${lines.join("\n")}\n`,
    },
  ];
  const renamed = { name: desk.name, content: desk.content.replace(",Us,", ",They,") };
  const id = await publish([
    renamed,
    ...corrections(correct("TR", "6"), correct("DE", "6")),
    ...prices(row("EG", "", "", "2026-10-21", "icloud")),
  ]);
  await publish(corrections(correct("DE", "7")));

  await other.open(`/admin/changes/${id}`);
  await other.submit("Take it back");
  const back = await newestSet();
  expect((await settle(staff, back)).state).toBe("waiting");
  await author.open(`/admin/changes/${back}`);
  expect(author.text).toContain("One thing stays as it is");
  expect(author.text).toMatch(/icloud DE web monthly of 2026-10-20: version \S+ changed it again/);
  await author.submit("Decide", { decision: "approve" });
  expect((await settle(staff, back)).state).toBe("published");
  const { rows: now } = await readState();
  const isOf = (country: string) => (text: string) =>
    text.startsWith("price ") && text.includes(`"country": "${country}"`);
  for (const country of ["TR", "EG"]) expect(now.filter(isOf(country))).toEqual(former.filter(isOf(country)));
  expect(await readPrice("icloud", "DE")).toMatchObject({ amount: "7" });
  const { rows: named } = await staff.sql.query(
    "SELECT publisher FROM source_entry WHERE id = 'by-hand' AND superseded_in IS NULL",
  );
  expect(named).toEqual([{ publisher: "Us" }]);
  await other.open(`/admin/changes/${id}`);
  expect(other.text).toContain(`It is taken back by change set ${back}`);
  expect(other.html).not.toContain(">Take it back</button>");
});

test("a taking back withdraws rates that a later version left as they were, beside others that it brought", async () => {
  const day = "2026-10-05";
  const publish = async (currency: string) => {
    const { rows } = await staff.sql.query(
      "SELECT trim_scale(usd_per_unit)::text AS rate FROM rate WHERE currency = $1 AND superseded_in IS NULL ORDER BY date DESC LIMIT 1",
      [currency],
    );
    const rates = `currency,date,usd_per_unit,source\n${currency},${day},${rows[0].rate},by-hand\n`;
    const id = await uploadAndCheck(staff, author, [{ name: "rates.csv", content: rates }, desk]);
    await other.open(`/admin/changes/${id}`);
    await other.submit("Decide", { decision: "approve" });
    expect((await settle(staff, id)).state).toBe("published");
    return id;
  };
  const id = await publish("TRY");
  await publish("EUR");
  await other.open(`/admin/changes/${id}`);
  await other.submit("Take it back");
  const back = await newestSet();
  expect((await settle(staff, back)).state).toBe("waiting");
  await author.open(`/admin/changes/${back}`);
  expect(author.text).not.toContain("stays as it is");
  await author.submit("Decide", { decision: "approve" });
  expect((await settle(staff, back)).state).toBe("published");
  expect((await readChangeSet(staff, await newestSet())).state).toBe("published");
  const valid = await staff.sql.query(
    "SELECT currency FROM rate WHERE source_id = 'by-hand' AND date = $1 AND superseded_in IS NULL",
    [day],
  );
  expect(valid.rows).toEqual([{ currency: "EUR" }]);
});

test("what a bad row drags along goes with it, of two rows that contradict each other both, and nothing in place of a bad header", async () => {
  const products = {
    name: "products.csv",
    content:
      "slug,name,vendor,service,category,plan,website,in_basket\nfirst-new,First,,First,music,One,,perhaps\nother-new,Other,,Other,music,One,,false\n",
  };
  const id = await uploadAndCheck(staff, author, [
    products,
    ...prices(
      row("TR", "9.99", "TRY", "2026-10-01", "first-new"),
      row("TR", "9.99", "TRY", "2026-10-01", "other-new"),
      row("DE", "9.99", "EUR", "2026-10-01", "other-new"),
      row("DE", "8.99", "EUR", "2026-10-01", "other-new"),
    ),
    desk,
  ]);
  // As files that arrive for a draft hold it; the check waits for none.
  const arriving = await connectAsServer();
  await arriving.query("BEGIN");
  await arriving.query("SELECT FROM change_set WHERE id = $1 FOR KEY SHARE", [id]);
  await other.open(`/admin/changes/${id}`);
  await other.submit("Go on without these rows");
  const set = await settle(staff, id);
  await arriving.end();
  await other.open(`/admin/changes/${id}`);
  expect(other.html).not.toContain('value="approve"');
  expect(set.preview?.leftOut.map(({ file, line }) => `${file}:${line}`)).toEqual([
    "prices.csv:2",
    "prices.csv:4",
    "prices.csv:5",
    "products.csv:2",
  ]);
  expect(set.state).toBe("waiting");
  await author.open(`/admin/changes/${id}`);
  await author.submit("Check with all rows");
  expect((await settle(staff, id)).state).toBe("draft");

  await uploadAndCheck(staff, author, [{ name: "prices.csv", content: "product,country\nspotify,TR\n" }, desk]);
  expect(author.text).toContain("One fault: nothing of it can be published");
  expect(author.text).not.toContain("Go on without these rows");
});

test("two corrections of one reading are both left out, rates of one line are not, and what a whole file stops tells what was left out before", async () => {
  const { rows } = await staff.sql.query(
    `SELECT concat_ws(',', product, country, platform, period, observed_on) AS key, trim_scale(amount) AS amount, currency, source_id, source_url
       FROM observation JOIN series ON series.id = series_id WHERE superseded_in IS NULL AND amount IS NOT NULL ORDER BY observation.id LIMIT 1`,
  );
  const { key, amount, currency, source_id: source, source_url: address } = rows[0];
  const correct = (times: number) =>
    `${key},replace,${Number(amount) * times},${currency},typing_error,A test,${source},${address}`;
  const twice = await uploadAndCheck(staff, author, [
    {
      name: "corrections.csv",
      content: `product,country,platform,period,observed_on,action,amount,currency,reason,note,source,source_url\n${correct(2)}\n${correct(3)}\n`,
    },
    ...prices(row("EG", "9.99", "USD", "2026-10-22", "icloud")),
    desk,
  ]);
  await author.submit("Go on without these rows");
  const leftOutOf = async (id: string) =>
    (await settle(staff, id)).preview?.leftOut.map(({ file, line }) => `${file}:${line}`);
  expect(await leftOutOf(twice)).toEqual(["corrections.csv:2", "corrections.csv:3"]);

  const rates = { date: "2026-10-23", eur: { usd: 1.17, eur: 1, gbp: 0.87, try: -1 } };
  await uploadAndCheck(staff, author, [{ name: "rates.json", content: JSON.stringify(rates) }]);
  expect(author.text).toContain("One fault: nothing of it can be published");
  await uploadAndCheck(staff, author, [{ name: "rates.json", content: JSON.stringify(rates, null, 2) }]);
  expect(author.text).toContain("One fault: mend the file, or go on without these rows");

  const stopped = await uploadAndCheck(staff, author, [
    {
      name: "sources.csv",
      content: `id,name,publisher,url,license,attribution\nunheard,Unheard,Us,nowhere,CC0-1.0,Us.\n`,
    },
    {
      name: "incomes.csv",
      content:
        "country,year,gni_per_capita_usd,source,source_url,reason\nDE,2025,50000,unheard,https://example.com/,\n",
    },
  ]);
  await author.submit("Go on without these rows");
  expect(await leftOutOf(stopped)).toEqual(["sources.csv:2"]);
  await author.open(`/admin/changes/${stopped}`);
  expect(author.text).toContain("One fault: nothing of it can be published");
  for (const told of ["incomes.csv", "sources.csv"]) expect(author.text).toContain(told);
});

test("of two previews made at once the later publish waits for a new preview, is of what was seen, and loses nothing", async () => {
  const { amount, currency } = await readPrice("spotify", "EG");
  const upload = (paid: number, day: string) =>
    uploadAndCheck(staff, author, [...prices(row("EG", String(paid), currency, day)), desk]);
  const first = await upload(Number(amount) * 6, "2026-10-04");
  const second = await upload(Number(amount), "2026-10-03");
  await other.open(`/admin/changes/${first}`);
  const seen = other.page;
  await author.submit("Decide", { decision: "approve" });
  expect((await settle(staff, second)).state).toBe("published");

  // Whoever may only read starts nothing; whoever opens it otherwise has its check begun again.
  const viewer = await staff.enter("viewer@example.com");
  await viewer.open(`/admin/changes/${first}`);
  expect((await readChangeSet(staff, first)).state).toBe("waiting");
  await author.open(`/admin/changes/${first}`);
  expect(author.text).toContain("Another change set was published since its preview was made: it is checked again.");
  expect((await settle(staff, first)).state).toBe("waiting");
  other.page = seen;
  await other.submit("Decide", { decision: "approve" });
  expect(other.text).toContain("newer than the page that you decided on");
  expect(other.html).toContain(`href="/admin/changes/${first}">See what it is now`);
  expect((await readChangeSet(staff, first)).state).toBe("waiting");
  await other.open(`/admin/changes/${first}`);
  await other.submit("Decide", { decision: "approve" });
  expect((await settle(staff, first)).state).toBe("published");
  const { rows } = await staff.sql.query(
    `SELECT observed_on::text AS day FROM observation o JOIN series s ON s.id = o.series_id
     WHERE s.product = 'spotify' AND s.country = 'EG' AND s.platform = 'web' AND observed_on > '2026-10-01' ORDER BY 1`,
  );
  expect(rows.map(({ day }) => day)).toEqual(["2026-10-03", "2026-10-04"]);
});

test("the preview's index is the one that the publish then makes", async () => {
  const { rows } = await staff.sql.query(
    `SELECT product, trim_scale(amount * 2)::text AS amount, currency, period FROM price
     WHERE version_id = (SELECT max(id) FROM dataset_version) AND country = 'EG' AND platform = 'ios' AND verified_on < '2026-10-05' ORDER BY product LIMIT 40`,
  );
  const lines = rows.map(
    ({ product, amount, currency, period }) =>
      `${product},EG,ios,${period},${amount},${currency},2026-10-05,by-hand,${AT}`,
  );
  const id = await uploadAndCheck(staff, author, [...prices(...lines), desk]);
  const previewed = (await readChangeSet(staff, id)).preview?.index.find(
    ({ country, kind }) => country === "EG" && kind === "model",
  );
  expect(author.text).toContain("moves more than 2 points");
  expect((await readChangeSet(staff, id)).reasons.join(" ")).toContain("The index of");
  expect(author.text).toContain(`All ${rows.length} changes as CSV`);
  const [head, ...changes] = (await other.request("GET", `/admin/changes/${id}/changes.csv`)).text.trim().split("\n");
  expect(head).toBe(
    "product,country,platform,period,previous_amount,previous_currency,previous_on,amount,currency,observed_on,factor_usd,file,line",
  );
  expect(changes.map((line) => line.split(",")[0]).sort()).toEqual(rows.map(({ product }) => product).sort());
  for (const line of changes) expect(line).toMatch(/,EG,ios,.*,2026-10-05,2\.0000,prices\.csv,\d+$/);
  await other.open(`/admin/changes/${id}`);
  await other.submit("Decide", { decision: "approve" });
  const { version_id: version } = await settle(staff, id);
  const made = await staff.sql.query("SELECT model_value FROM country WHERE version_id = $1 AND code = 'EG'", [
    version,
  ]);
  expect(previewed?.after?.value).toBe(made.rows[0].model_value);
});

test("a changed name needs a second person, who sees old and new; what is sent back or withdrawn needs words, and ends without a trace", async () => {
  const renamed = { name: desk.name, content: desk.content.replace(",Us,", ",Somebody else,") };
  const id = await uploadAndCheck(staff, author, [renamed, ...prices(row("DE", "99", "EUR", "2026-10-06", "icloud"))]);
  expect((await readChangeSet(staff, id)).reasons.join(" ")).toContain("source by-hand");
  await other.open(`/admin/changes/${id}`);
  for (const text of ["publisher: Us", "publisher: Somebody else"]) expect(other.text).toContain(text);
  const href = new RegExp(`/admin/changes/${id}/files/\\d+`).exec(other.html)?.[0] ?? "";
  const stored = await other.request("GET", href);
  expect([stored.status, stored.text]).toEqual([200, renamed.content]);
  expect(stored.headers.get("content-disposition")).toContain("attachment");

  await other.submit("Decide", { decision: "back" });
  expect(other.text).toContain("is needed: it says why");
  await other.submit("Decide", { decision: "back", note: "<script>alert(1)</script>" });
  await author.open(`/admin/changes/${id}`);
  expect(author.html).not.toContain("<script>alert(1)");
  expect(author.text).toContain("<script>alert(1)</script>");
  await author.submit("Decide", { decision: "withdraw", note: "A slip" });
  expect((await readChangeSet(staff, id)).state).toBe("withdrawn");
  const { rowCount } = await staff.sql.query(
    "SELECT FROM change_set_chunk c JOIN change_set_file f ON f.id = c.file_id WHERE f.change_set_id = $1",
    [id],
  );
  expect(rowCount).toBe(0);
  expect((await author.request("GET", `/admin/changes/${id}/changes.csv`)).status).toBe(404);
});

test("uploads are for editors and owners, from this site, and leave nothing when they break off", async () => {
  const before = await count("change_set");
  const viewer = await staff.enter("viewer@example.com");
  expect((await postUpload(viewer, prices("x"))).headers.get("location")).toBe("/admin/not-allowed");
  const nobody = new Visitor(staff.server.url);
  expect((await postUpload(nobody, prices("x"))).headers.get("location")).toBe(
    "/admin/sign-in?callbackUrl=%2Fadmin%2Fchanges%2Fnew&done=late",
  );
  expect((await postUpload(author, prices("x"), { origin: "https://evil.example" })).status).toBe(403);
  expect((await postUpload(author, [])).headers.get("location")).toContain("/admin/changes/new?fault=no-file#");
  expect((await postUpload(author, prices("x"), { "content-type": "text/csv" })).headers.get("location")).toContain(
    "unreadable",
  );
  const many = Array.from({ length: 11 }, (_, at) => ({ name: `${at}.csv`, content: "x" }));
  expect((await postUpload(author, many)).headers.get("location")).toContain("/admin/changes/new?fault=too-long#");
  await breakOff(author);
  await expect
    .poll(
      async () =>
        (await staff.sql.query("SELECT FROM pg_stat_activity WHERE application_name = 'price-atlas-upload'")).rowCount,
    )
    .toBe(0);
  expect(await count("change_set")).toBe(before);
});

async function breakOff(visitor: Visitor): Promise<void> {
  const { type, payload } = toUpload(prices("x".repeat(3_000_000)));
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { "content-type": type, "content-length": String(payload.length), origin: visitor.base, cookie };
  await new Promise<void>((resolve) => {
    const sent = request(`${visitor.base}/admin/changes/upload`, { method: "POST", headers });
    sent.on("error", () => resolve());
    sent.write(payload.slice(0, 2_000_000), () => sent.destroy());
    sent.on("close", () => resolve());
  });
}

test("an import of the command line is a change set that was published at once", async () => {
  await using folder = await makeFolder();
  const { amount, currency } = await readPrice("icloud", "TR");
  const content = `${PRICE_HEADER}\n${row("TR", amount, currency, "2026-10-07", "icloud")}\n`;
  const file = await folder.write("by-command.csv", content);
  const { code, stdout } = await runImport(staff.databaseUrl, file);
  expect([code, stdout]).toEqual([0, expect.stringContaining("published dataset version ")]);
  const { rows } = await staff.sql.query(
    `SELECT c.title, c.state, c.author, f.name, f.bytes::int AS bytes, f.sha256 FROM change_set c JOIN change_set_file f ON f.change_set_id = c.id
     WHERE origin = 'command' AND title <> 'sources.csv'`,
  );
  expect(rows).toEqual([
    {
      title: "by-command.csv",
      state: "published",
      author: expect.stringContaining("command line"),
      name: "by-command.csv",
      bytes: Buffer.byteLength(content),
      sha256: createHash("sha256").update(content).digest("hex"),
    },
  ]);
  await author.open("/admin/changes");
  expect(author.text).toContain("by-command.csv");
});

const NEEDS_A_NAME = "UPDATE change_set SET state = 'approved', approver_id = $2, approver = $3 WHERE id = $1";
const idOf = async (email: string): Promise<string> =>
  (await staff.sql.query("SELECT id FROM staff WHERE email = $1", [email])).rows[0].id;
const failureOf = (query: Promise<unknown>) =>
  query.then(
    () => "done",
    (error: Error) => error.message,
  );

test("days that can be read in two ways are asked for once, and whoever answers counts as an author", async () => {
  const { amount, currency } = await readPrice("spotify", "DE");
  const id = await uploadAndCheck(staff, author, [...prices(row("DE", amount, currency, "03/10/2026")), desk]);
  expect(author.text).toContain("03/10/2026");
  expect(author.text).toContain("say once whether the day or the month comes first");
  expect(author.text).toContain("The file can be read in two ways");
  expect(author.text).not.toContain("nothing of it can be published");
  await other.open(`/admin/changes/${id}`);
  await other.submit("Check again", { dates: "dmy" });
  await settle(staff, id);
  await other.open(`/admin/changes/${id}`);
  const set = (
    await staff.sql.query("SELECT state, decimal_mark, day_order, author_ids FROM change_set WHERE id = $1", [id])
  ).rows[0];
  expect(set).toMatchObject({ state: "waiting", decimal_mark: null, day_order: "dmy" });
  // Whoever uploaded it, and whoever answered.
  expect(set.author_ids).toHaveLength(2);
  expect(other.text).toContain("2026-10-03");
  expect(other.text).not.toContain("say once");
});

test("who takes a row out of a draft counts as its author", async () => {
  const authorId = await idOf("author@example.com");
  const { rows } = await staff.sql.query(
    "INSERT INTO change_set (title, origin, author_id, author) VALUES ('A draft', 'desk', $1, 'author@example.com') RETURNING id",
    [authorId],
  );
  const id = String(rows[0].id);
  const entered = await staff.sql.query(
    `INSERT INTO desk_entry (series_id, kind, observed_on, source_url, change_set_id, staff_id)
     SELECT id, 'ended', current_date, 'https://example.com/', $1, $2 FROM series ORDER BY id LIMIT 1 RETURNING id`,
    [id, authorId],
  );
  const remove = (await listBuiltActions()).find(({ name }) => name === "admin/changes/removeFromDraft");
  if (!remove) throw new Error("no such action");
  await callAction(other, remove, { id, entry: String(entered.rows[0].id) });
  await staff.sql.query(
    "UPDATE change_set SET state = 'waiting', preview = '{}', digest = 'x', reasons = '{why}' WHERE id = $1",
    [id],
  );
  const otherId = await idOf("other@example.com");
  expect(await failureOf(staff.sql.query(NEEDS_A_NAME, [id, otherId, "other@example.com"]))).toContain("two_people");
  expect(await failureOf(staff.sql.query("UPDATE change_set SET author_ids = '{}' WHERE id = $1", [id]))).toContain(
    "counts as author",
  );
  await staff.sql.query("UPDATE change_set SET state = 'withdrawn', note = 'A test' WHERE id = $1", [id]);
});

test("a draft that no process has begun to check is taken up; one of the desk waits for its author", async () => {
  const { rows } = await staff.sql.query(
    "INSERT INTO change_set (title, origin, author_id, author) VALUES ('In the making', 'desk', $1, 'author@example.com') RETURNING id",
    [await idOf("author@example.com")],
  );
  const ofDesk = String(rows[0].id);
  await staff.sql.query(
    "INSERT INTO change_set_file (change_set_id, name, bytes, sha256) VALUES ($1, 'prices.csv', 0, repeat('0', 64))",
    [ofDesk],
  );
  const sent = await uploadAndCheck(staff, author, prices(row("DE", "1", "EUR", "2026-10-01", "nonsense-x")));
  const { preview } = await readChangeSet(staff, sent);
  expect(preview).toMatchObject({ faults: { count: 1 } });
  await staff.sql.query("UPDATE change_set SET preview = NULL, previewed_at = NULL WHERE id = $1", [sent]);
  await expect.poll(async () => (await readChangeSet(staff, sent)).preview).toEqual(preview);
  // The older one would have come first.
  expect(await readChangeSet(staff, ofDesk)).toMatchObject({ state: "draft", preview: null, failure: null });
  await staff.sql.query("UPDATE change_set SET state = 'withdrawn', note = 'A test' WHERE id = ANY($1)", [
    [ofDesk, sent],
  ]);
});

test("downloads of prices and products come back edited: what was edited is new, and what we compute is told as left out", async () => {
  const download = async (name: string) => (await get(`/api/export/${name}.csv`, { base: staff.server.url })).text;
  const [priceRows, productRows] = await Promise.all([download("prices"), download("products")]);
  const series = /^("?spotify"?,"?TR"?,"?web"?,"?monthly"?,)[^,]*(,"?TRY"?,(?:[^,]*,){5})[^,]*/m;
  const { amount } = await readPrice("spotify", "TR");
  const [, name] = /^"?duolingo"?,"?([^",]+)/m.exec(productRows) ?? [];
  const edited = [
    { name: "prices.csv", content: priceRows.replace(series, `$1${Number(amount) + 1}$2${dayOfReadings()}`) },
    { name: "products.csv", content: productRows.replace(/^("?duolingo"?,"?)/m, "$1New ") },
  ];
  const set = await uploadAndCheck(staff, author, edited);
  const { state, preview } = await readChangeSet(staff, set);
  expect([state, preview]).toMatchObject([
    "waiting",
    {
      files: [
        { name: "prices.csv", added: 0, changed: 1, confirmed: 0, unchanged: countRows(priceRows) - 1 },
        { name: "products.csv", added: 0, changed: 1, confirmed: 0, unchanged: countRows(productRows) - 1 },
      ],
      rows: { count: 1, first: [{ table: "product", key: "duolingo", after: { name: `New ${name}` } }] },
    },
  ]);
  expect(author.text).toMatch(/Columns left out.*usd_monthly/);
  await author.submit("Decide", { decision: "withdraw", note: "Only tried." });
});
const countRows = (csv: string) => csv.trim().split("\n").length - 1;

test("a source is added by one owner and read once another approved its address", async () => {
  const owner = await staff.enter("owner@example.com");
  const second = await staff.enter("second@example.com");
  const given = {
    name: "Shop & co",
    publisher: "Us",
    license: "CC0-1.0",
    attribution: "Shop & co, read by us",
    address: `http://${publication.host}/prices.ndjson?key=s3cret&all`,
    cadence_days: "3",
  };
  await owner.open("/admin/desk");
  await owner.submit("Add a source", { ...given, id: "ecb" });
  expect(owner.text).toContain("is that of another source");
  await owner.submit("Add a source", { id: "desk", name: " ", address: "http://shop.example/", cadence_days: "0" });
  for (const says of ["is that of what people read", "is needed", "is at least 1"]) expect(owner.text).toContain(says);
  await owner.submit("Add a source", { ...given, id: "shop-and-co", address: "http://shop.example/" });
  expect(owner.text).toContain("must begin with https://");
  const tried = owner.submit("Add a source", { ...given, id: "shop-and-co" });
  await expect.poll(() => asked.length).toBe(1);
  asked.pop()?.end(`${PRICE_HEADER}\n${row("TR", "9", "TRY")}\n${row("TR", "9", "TRY").replace("TR,web", "UK,web")}\n`);
  await tried;
  expect(owner.text).toContain("it serves one row that can be read, the first spotify, TR, web, monthly, 9, TRY");
  expect(owner.text).toContain('one fault, the first in line 3: country: "UK" is not an ISO 3166-1 code');
  expect(owner.text).toContain("One row names another source than shop-and-co. Send it again to save it.");
  expect(await staff.sql.query("SELECT FROM feed WHERE id = 'shop-and-co'")).toMatchObject({ rowCount: 0 });
  await owner.submit("Add a source");
  expect(owner.text).toContain("It is read once a second owner has approved its address.");
  const approval = "New address of Shop & co";
  await owner.submit(approval);
  expect(owner.text).toContain("another owner has to approve it");
  await second.open("/admin/desk");
  expect(second.text).toContain("(Us, CC0-1.0, credit: Shop & co, read by us)");
  await second.submit(approval);
  const { rows } = await staff.sql.query(
    `SELECT name, publisher, license, attribution, address, cadence_days, format, auto_publish, address_by_id, address_approver_id
     FROM feed WHERE id = 'shop-and-co'`,
  );
  expect(rows).toEqual([
    {
      ...given,
      cadence_days: 3,
      format: "native",
      auto_publish: false,
      address_by_id: await idOf("owner@example.com"),
      address_approver_id: await idOf("second@example.com"),
    },
  ]);
  await second.submit("Settings of Shop & co", { auto_publish: "on" });
  expect(second.text).toContain("it does not publish itself");
  await author.open("/admin/desk/sources/shop-and-co");
  expect(author.text).toContain(`Read from http://${publication.host}/prices.ndjson?key=…&…`);
  const told = await staff.sql.query("SELECT before, after FROM audit_event WHERE target_id = 'shop-and-co'");
  expect(JSON.stringify(told.rows)).toContain("?key=…&…");
  for (const text of [JSON.stringify(told.rows), author.html]) expect(text).not.toContain("s3cret");

  await second.open("/admin/desk/sources/shop-and-co");
  await second.submit("Pause Shop & co");
  expect(second.text).toContain("Paused: it is not read, and misses nothing, until somebody resumes it.");
  expect(second.text).toMatch(/Paused since .* UTC: we do not ask\./);
  await author.open("/admin/desk");
  await author.submit("Read Shop & co now");
  expect(author.text).toContain("It is paused: resume it first.");
  await second.submit("Resume Shop & co");
  await staff.sql.query(
    `INSERT INTO change_set (title, origin, author, feed_id) VALUES ('Read', 'refresh', 'the scheduler', 'shop-and-co')`,
  );
  await second.submit("Remove Shop & co");
  expect(second.text).toContain("Removed: it is no longer read.");
  const left = await staff.sql.query(
    "SELECT (SELECT count(*)::int FROM feed WHERE id = 'shop-and-co') AS feeds, state FROM change_set WHERE feed_id = 'shop-and-co'",
  );
  expect(left.rows).toEqual([{ feeds: 0, state: "withdrawn" }]);
});

test("a new address of a source waits for a second owner, and whoever set it counts as author of what is read", async () => {
  const owner = await staff.enter("owner@example.com");
  const second = await staff.enter("second@example.com");
  const addressOf = async () =>
    (await staff.sql.query("SELECT address FROM feed WHERE id = 'opentherank'")).rows[0].address;
  const before = await addressOf();
  const after = "https://new.example/prices.csv";
  const settings = "Settings of Global App Store Price Index";
  const approval = "New address of Global App Store Price Index";
  await owner.open("/admin/desk");
  await owner.submit(settings, { address: "http://new.example/prices.csv" });
  expect(owner.text).toContain("must begin with https://");
  await owner.submit(settings, { address: after });
  expect(owner.text).toContain("The address was tried and could not be read: ");
  await owner.submit(settings);
  expect(owner.text).toContain("waits for a second owner");
  expect(await addressOf()).toBe(before);
  await owner.submit(approval);
  expect(owner.text).toContain("another owner has to approve it");
  expect(await addressOf()).toBe(before);
  await second.open("/admin/desk");
  await second.submit(approval);
  expect(await addressOf()).toBe(after);
  const ownerId = await idOf("owner@example.com");
  const self = "UPDATE feed SET address_approver_id = address_by_id WHERE id = 'opentherank'";
  expect(await failureOf(staff.sql.query(self))).toContain("feed_two_people_check");
  const { rows } = await staff.sql.query(
    `INSERT INTO change_set (title, origin, author, feed_id, state, preview, digest, reasons)
     VALUES ('Read', 'refresh', 'the scheduler', 'opentherank', 'waiting', '{}', 'x', '{why}') RETURNING id`,
  );
  expect(await failureOf(staff.sql.query(NEEDS_A_NAME, [rows[0].id, ownerId, "owner@example.com"]))).toContain(
    "two_people",
  );
  await staff.sql.query("UPDATE change_set SET state = 'withdrawn', note = 'A test' WHERE id = $1", [rows[0].id]);
});

test("a source that is being read is not read a second time meanwhile, however often it is asked for", async () => {
  await staff.sql.query("UPDATE feed SET address = $1, failures = 0, retry_at = NULL WHERE id = 'ecb'", [
    `http://${publication.host}/`,
  ]);
  const readNow = (await listBuiltActions()).find(({ name }) => name === "admin/desk/readNow");
  if (!readNow) throw new Error("no such action");
  await Promise.all([1, 2, 3].map(() => callAction(author, readNow, { id: "ecb" })));
  await expect.poll(() => asked.length).toBe(1);
  expect((await callAction(author, readNow, { id: "ecb" })).status).toBe(200);
  await author.open("/admin/desk");
  await author.submit("Read Euro foreign exchange reference rates now");
  expect(author.text).toContain("It is being read at this moment.");
  expect(asked).toHaveLength(1);
  asked[0]?.writeHead(404).end();
  const failures = async () => (await staff.sql.query("SELECT failures FROM feed WHERE id = 'ecb'")).rows[0].failures;
  await expect.poll(failures).toBe(1);
  // Who has it read counts as author of what comes.
  const askAgain = async () => {
    // Refused until the first reading has ended, which is after its failure is stored.
    if (asked.length < 2) await callAction(author, readNow, { id: "ecb" });
    return asked.length;
  };
  await expect.poll(askAgain).toBe(2);
  asked[1]?.end(
    "<Envelope><Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.1'/><Cube currency='JPY' rate='160'/></Cube></Cube></Envelope>",
  );
  const authorsOf = async () =>
    (await staff.sql.query("SELECT author_ids::text[] AS ids FROM change_set WHERE feed_id = 'ecb'")).rows[0]?.ids;
  await expect.poll(authorsOf).toEqual([await idOf("author@example.com")]);
  expect(asked).toHaveLength(2);
});

test("what the staff does leaves no warning of Node's in the log", () => {
  expect(staff.server.output()).not.toContain("MaxListenersExceededWarning");
});

test("of an uploaded day of rates the sound ones are published by their author, and the one out of bounds by somebody else alone", async () => {
  const { rows: known } = await staff.sql.query<{ currency: string; rate: string; day: string }>(
    `SELECT DISTINCT ON (currency) currency, usd_per_unit::text AS rate, ((SELECT max(date) FROM rate) + 1)::text AS day
       FROM rate WHERE superseded_in IS NULL AND currency IN ('TRY', 'EUR', 'ARS', 'EGP') ORDER BY currency, date DESC`,
  );
  const lines = known.map(({ currency, rate, day }) =>
    [currency, day, Number(rate) * (currency === "TRY" ? 10 : 1.001), "currency-api"].join(","),
  );
  const content = ["currency,date,usd_per_unit,source", ...lines, ""].join("\n");
  const id = await uploadAndCheck(staff, author, [{ name: "rates.csv", content }]);
  expect(author.text).toContain("One rate held back");
  expect(author.text).toContain("Nothing in it needs a second person");
  await author.submit("Decide", { decision: "approve" });
  let decided = await settle(staff, id);
  // What another test had read may have been published since the preview.
  while (decided.failure?.includes("check again")) {
    await author.open(`/admin/changes/${id}`);
    await settle(staff, id);
    await author.open(`/admin/changes/${id}`);
    await author.submit("Decide", { decision: "approve" });
    decided = await settle(staff, id);
  }
  expect(decided.state).toBe("published");
  const [{ held } = { held: "" }] = (
    await staff.sql.query<{ held: string }>("SELECT id::text AS held FROM change_set WHERE held_from_id = $1", [id])
  ).rows;
  await settle(staff, held);

  const stored = async () =>
    (
      await staff.sql.query<{ currency: string }>(
        "SELECT currency FROM rate WHERE superseded_in IS NULL AND date = $1 AND source_id = 'currency-api' ORDER BY 1",
        [known[0]?.day],
      )
    ).rows.map(({ currency }) => currency);
  expect(await stored()).toEqual(["ARS", "EGP", "EUR"]);
  await author.open(`/admin/changes/${held}`);
  expect(author.text).toMatch(/TRY.*prices? moves? because a rate moves/s);
  await author.submit("Decide", { decision: "approve" });
  expect((await readChangeSet(staff, held)).state).toBe("waiting");
  await other.open(`/admin/changes/${held}`);
  await other.submit("Decide", { decision: "approve" });
  expect(await settle(staff, held)).toMatchObject({ state: "published", approver: "other@example.com" });
  expect(await stored()).toEqual(["ARS", "EGP", "EUR", "TRY"]);
  const { rows: acts } = await staff.sql.query(
    "SELECT actor, action FROM audit_event WHERE target_type = 'change' AND target_id = $1 ORDER BY id",
    [held],
  );
  expect(acts.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    "the desk change.hold",
    "other@example.com change.decide",
    "other@example.com change.publish",
  ]);
});
