import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AccessStatement } from "@/lib/catalogue/products/access/schema";
import { importFiles } from "@/lib/import/import-files";
import { ImportRejected } from "@/lib/import/report/result";
import { get } from "../support/api";
import { createCatalogue } from "../support/corrections";
import { settle, uploadAndCheck } from "../support/desk";
import { importHere, makeFolder, query } from "../support/import-cli";
import { type StaffServer, shareStaffServer } from "../support/staff";
import { dayOfReadings } from "../support/test-days";
import type { Visitor } from "../support/visitor";

const HEADER = "product,question,sentence,source_url,read_on";
const AT = "https://help.example.com/cards";

let staff: StaffServer;
let author: Visitor;
let other: Visitor;
beforeAll(async () => {
  staff = await shareStaffServer();
  await staff.list("author@example.com", "editor");
  await staff.list("other@example.com", "editor");
  author = await staff.enter("author@example.com");
  other = await staff.enter("other@example.com");
});

const Answer = z.object({
  data: z.looseObject({ access: z.array(AccessStatement) }),
  meta: z.looseObject({ dataset_version: z.string() }),
});

async function readProduct(slug: string, params = "") {
  const { body, status } = await get(`/api/services/${slug}${params}`, { base: staff.server.url });
  expect(status).toBe(200);
  const { data, meta } = Answer.parse(body);
  return { access: data.access, version: meta.dataset_version };
}

const accessOf = async (slug: string, params = "") => (await readProduct(slug, params)).access;

async function approve(id: string): Promise<void> {
  await other.open(`/admin/changes/${id}`);
  await other.submit("Decide", { decision: "approve" });
  expect((await settle(staff, id)).state).toBe("published");
}

async function publish(...rows: string[]): Promise<string> {
  const content = `${[HEADER, ...rows].join("\n")}\n`;
  const id = await uploadAndCheck(staff, author, [{ name: "access.csv", content }]);
  await approve(id);
  return id;
}

async function takeBack(id: string): Promise<void> {
  await author.open(`/admin/changes/${id}`);
  await author.submit("Take it back");
  const back = String((await staff.sql.query("SELECT max(id) AS id FROM change_set")).rows[0].id);
  expect(await settle(staff, back)).toMatchObject({ state: "waiting" });
  await other.open(`/admin/changes/${back}`);
  expect(other.text).not.toMatch(/stays? as (it|they)/);
  await approve(back);
}

const PAYS = "It takes cards of any country.";
const MOVES = "The price follows the country, and so does the plan.";
const paying = { question: "payment", sentence: PAYS, source_url: AT, read_on: "2026-10-01" };
const moving = { question: "moving", sentence: MOVES, source_url: AT, read_on: "2026-10-02" };
const toRow = (product: string, one: typeof paying) =>
  `${product},${one.question},"${one.sentence}",${one.source_url},${one.read_on}`;

test("a file of sentences is published by two people, and answers of versions before stay as they were", async () => {
  const before = await readProduct("spotify");
  expect(before.access).toEqual([]);
  await publish(toRow("spotify", moving), toRow("spotify", paying));
  await expect.poll(() => accessOf("spotify")).toEqual([paying, moving]);
  expect(await accessOf("spotify", `?version=${before.version}`)).toEqual([]);
  expect(await accessOf("spotify", "?date=2026-09-29")).toEqual([paying, moving]);
  expect(await accessOf("netflix")).toEqual([]);
  const list = await get("/api/services?page_size=5", { base: staff.server.url });
  expect(list.text).not.toContain('"access"');
  const middle = await readProduct("spotify");

  const newer = { ...paying, sentence: "It takes cards of its own country alone.", read_on: "2026-10-03" };
  const second = await publish(toRow("spotify", newer), "spotify,moving,,,");
  await expect.poll(() => accessOf("spotify")).toEqual([newer]);
  expect(await accessOf("spotify", `?version=${middle.version}`)).toEqual([paying, moving]);
  expect(await query(staff.databaseUrl, "SELECT count(*) FROM access_entry WHERE superseded_in IS NULL")).toEqual([
    ["2"],
  ]);

  await takeBack(second);
  await expect.poll(() => accessOf("spotify")).toEqual([paying, moving]);
});

test("what a version added and nothing touched since is withdrawn by taking it back", async () => {
  const id = await publish(toRow("youtube", paying));
  await expect.poll(() => accessOf("youtube")).toEqual([paying]);
  await takeBack(id);
  await expect.poll(() => accessOf("youtube")).toEqual([]);
});

test("a sentence by form goes the same way, of one plan or of all, and is withdrawn there", async () => {
  const day = dayOfReadings();
  const plans = (
    await query(
      staff.databaseUrl,
      "SELECT slug FROM product_entry WHERE superseded_in IS NULL AND service = (SELECT service FROM product_entry WHERE slug = 'netflix' AND superseded_in IS NULL) ORDER BY 1",
    )
  ).flat();
  expect(plans.length).toBeGreaterThan(1);
  const given = { question: "account_country", sentence: "It is fixed.", source_url: AT, day };
  await author.open("/admin/products/netflix");
  for (const [fields, fault] of [
    [{ question: "" }, "Question is needed."],
    [{ sentence: "" }, "Sentence is needed."],
    [{ sentence: "Use a VPN there." }, "Sentence speaks of VPNs or the like"],
    [{ sentence: "No full stop" }, "Sentence is no whole sentence"],
    [{ source_url: "ftp://a.example/" }, "Address of the page that says so must begin with https://."],
    [{ source_url: "https://user:word@a.example/" }, "Address of the page that says so must not name a user."],
    [{ day: "2999-01-01" }, "Day you read it is in the future."],
  ] as const) {
    await author.submit("From abroad", { ...given, ...fields });
    expect(author.text).toContain(fault);
  }
  await author.submit("From abroad", { ...given, plans: "on" });
  const id = /done=in-(\d+)/.exec(author.at)?.[1] ?? "";
  expect(author.text).toMatch(new RegExp(`In change set ${id} ?, with what else you have there`));
  await author.submit("From abroad", { ...given, question: "payment", sentence: "Wrong." });
  await author.open(`/admin/changes/${id}`);
  await author.submit("Remove: netflix, payment");
  expect(author.text).not.toContain("Wrong.");
  await author.submit("Check it");
  expect((await settle(staff, id)).reasons.join()).toContain("access netflix account_country");
  await approve(id);
  const { question, sentence } = given;
  const statement = { question, sentence, source_url: AT, read_on: day };
  for (const plan of plans) await expect.poll(() => accessOf(plan)).toEqual([statement]);

  await author.open("/admin/products/netflix");
  await author.submit("From abroad", given);
  expect(author.text).toContain("Nothing of it is changed.");
  await author.open("/admin/products/netflix");
  await author.submit("Withdraw: Account country");
  const withdrawal = /done=in-(\d+)/.exec(author.at)?.[1] ?? "";
  await author.open(`/admin/changes/${withdrawal}`);
  await author.submit("Check it");
  await settle(staff, withdrawal);
  await approve(withdrawal);
  await expect.poll(() => accessOf("netflix")).toEqual([]);
  expect(await accessOf(plans.find((plan) => plan !== "netflix") ?? "")).toEqual([statement]);
  const { rows } = await staff.sql.query("SELECT action FROM audit_event WHERE action LIKE 'access.%' ORDER BY id");
  expect(rows.map(({ action }) => action)).toEqual(["access.save", "access.save", "access.withdraw"]);
});

test("faults of sentences are told by cell, and nothing of them is written", async () => {
  await using database = await createCatalogue();
  await using folder = await makeFolder();
  const put = async (...rows: string[]) =>
    importHere(database.url, [await folder.write("access.csv", [HEADER, ...rows].join("\n"))]);
  const good = `x,payment,${PAYS},${AT},2026-10-01`;
  const { code, text } = await put(
    `z,payment,${PAYS},${AT},2026-10-01`,
    "x,moving,,,",
    good,
    `x,payment,It takes none.,${AT},2026-10-01`,
  );
  expect(code).toBe(1);
  expect(text).toMatch(/access\.csv:2: product: "z" is no known product/);
  expect(text).toMatch(/access\.csv:3: sentence: is empty, but nothing was ever said of moving of "x"/);
  expect(text).toMatch(/access\.csv:5: contradicts \S*access\.csv:4/);
  expect(await query(database.url, "SELECT count(*) FROM access_entry")).toEqual([["0"]]);
});

test("a product of which something is said is not removed, and no source that refreshes itself says anything", async () => {
  await using database = await createCatalogue();
  await using folder = await makeFolder();
  const prices = [
    "product,country,platform,period,amount,currency,observed_on,source,source_url",
    "x,US,ios,monthly,5,USD,2026-09-01,a,https://a.example/",
  ];
  await importHere(database.url, [await folder.write("prices.csv", prices.join("\n"))]);
  const file = await folder.write("access.csv", `${HEADER}\ny,payment,${PAYS},${AT},2026-10-01\n`);
  const own = importFiles({
    connectionString: database.url,
    files: [file],
    importedBy: "test",
    feedId: "a",
    now: new Date("2026-11-20"),
  });
  await expect(own).rejects.toThrow(ImportRejected);
  expect((await importHere(database.url, [file])).code).toBe(0);
  // The same again says nothing new.
  expect((await importHere(database.url, [file])).text).toContain("unchanged");
  const removal = await folder.write("removed.csv", "slug,action\ny,remove\n");
  expect((await importHere(database.url, [removal])).text).toContain(
    '"y" has sentences about buying it from abroad: a product is removed while nothing else names it',
  );
  const withdrawal = await folder.write("withdrawn.csv", `${HEADER}\ny,payment,,,\n`);
  expect((await importHere(database.url, [withdrawal])).code).toBe(0);
  expect((await importHere(database.url, [removal])).code).toBe(0);
});
