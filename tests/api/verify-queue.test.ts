import { beforeAll, expect, test } from "vitest";
import { get } from "../support/api";
import { settle } from "../support/desk";
import { OF_NEWEST } from "../support/import-cli";
import { type StaffServer, shareStaffServer } from "../support/staff";
import { dayOfReadings } from "../support/test-days";
import { Visitor } from "../support/visitor";

const AT = "https://www.netflix.com/signup/planform";

let staff: StaffServer;
let editor: Visitor;
beforeAll(async () => {
  staff = await shareStaffServer();
  await staff.list("editor@example.com", "editor");
  await staff.list("second@example.com", "editor");
  editor = await staff.enter("editor@example.com");
  // Most prices are too young for the queue.
  await staff.sql.query(`UPDATE price SET verified_on = $1::date - 100 WHERE ${OF_NEWEST} AND platform = 'ios'`, [
    dayOfReadings(),
  ]);
});

const entries = async () => Number((await staff.sql.query("SELECT count(*) FROM desk_entry")).rows[0].count);

/** Of products, by days before today; those of the last 30 days count. */
const REQUESTS = [
  ["spotify", 0, 7],
  ["spotify", 29, 5],
  ["youtube", 12, 40],
  ["disney-plus", 1, 1],
  ["chatgpt", 30, 100_000],
] as const;

const today = () => new Date().toISOString().slice(0, 10);

/** Places of the queue that have another value than age times (requests + 1) times spread gives, for all that is due. */
async function findMisplaced(): Promise<string[]> {
  await editor.open("/admin/verify");
  const { rows } = await staff.sql.query<{ id: number; age: number; product: string; usd: number | null }>(
    `SELECT series_id AS id, $1::date - verified_on AS age, product, CASE WHEN is_ranked THEN usd_monthly::float8 END AS usd
     FROM price WHERE ${OF_NEWEST}`,
    [dayOfReadings()],
  );
  const { rows: uses } = await staff.sql.query<{ product: string; days: number; requests: number }>(
    "SELECT product, $1::date - day AS days, requests FROM product_use",
    [today()],
  );
  const requestsOf = (product: string) =>
    uses.filter((use) => use.product === product && use.days < 30).reduce((total, { requests }) => total + requests, 0);
  const spreadOf = (product: string) => {
    const amounts = rows.flatMap((row) => (row.product === product && row.usd !== null ? row.usd : []));
    return amounts.length === 0 ? 1 : Math.max(...amounts) / Math.min(...amounts);
  };
  const due = rows.filter(({ age }) => age > 90);
  const factors = new Map(
    [...new Set(due.map(({ product }) => product))].map((product) => [
      product,
      (requestsOf(product) + 1) * spreadOf(product),
    ]),
  );
  const worth = new Map(due.map(({ id, age, product }) => [String(id), age * (factors.get(product) ?? 0)]));
  const shown = [...editor.html.matchAll(/id="r(\d+)"/g)].map(([, id = ""]) => (worth.get(id) ?? 0).toPrecision(5));
  const highest = [...worth.values()].sort((one, next) => next - one).slice(0, 25);
  expect(editor.text).toContain(`${due.length} prices were read more than 90 days ago`);
  return highest.flatMap((value, at) =>
    value.toPrecision(5) === shown[at] ? [] : `${at}: ${shown[at]}, not ${value}`,
  );
}

test("the queue shows the most valuable prices first: by age, times requests of 30 days and one, times spread", async () => {
  for (const [product, days, requests] of REQUESTS)
    await staff.sql.query("INSERT INTO product_use (product, day, requests) VALUES ($1, $4::date - $2::int, $3)", [
      product,
      days,
      requests,
      today(),
    ]);
  // What other files asked of the server may be written meanwhile.
  await expect.poll(findMisplaced).toEqual([]);
  expect(editor.html).not.toContain('href="/services/chatgpt"');
  await staff.sql.query("DELETE FROM product_use");
});

test("requests for a product in the last 30 days bring it forward", async () => {
  const wanted = "duolingo";
  for (let times = 0; times < 9; times++) await get(`/api/services/${wanted}`, { base: staff.server.url });
  const used = async () =>
    (await staff.sql.query("SELECT requests FROM product_use WHERE product = $1", [wanted])).rows[0]?.requests;
  await expect.poll(used).toBe(9);
  await staff.sql.query("DELETE FROM product_use WHERE product <> $1", [wanted]);
  // More than any spread makes up for.
  await staff.sql.query("UPDATE product_use SET requests = 9999");
  await editor.open("/admin/verify");
  const names = [...editor.html.matchAll(/<tr[^>]* id="r\d+".*?href="\/services\/([a-z0-9-]+)"/gs)].map(
    ([, slug]) => slug,
  );
  const { rows } = await staff.sql.query(`SELECT FROM price WHERE ${OF_NEWEST} AND product = $1`, [wanted]);
  expect(rows.length).toBeGreaterThan(2);
  expect(names.map((name) => name === wanted)).toEqual([
    ...Array(rows.length).fill(true),
    ...Array(25 - rows.length).fill(false),
  ]);
});

test("a confirmation needs a day and an address, of a day after the last reading and not to come", async () => {
  await editor.open("/admin/verify");
  const before = await entries();
  const id = /id="r(\d+)"/.exec(editor.html)?.[1];
  await editor.open(`/admin/verify?row=${id}&do=confirm`);
  const label = editor.forms().find((form) => form.label.startsWith("Still correct"))?.label ?? "";
  for (const [field, value, says] of [
    ["day", "", "is needed"],
    ["source_url", "", "is needed"],
    ["source_url", "ftp://example.com/", "must begin with https://"],
    ["day", "2999-01-01", "is in the future"],
    ["day", "2020-01-01", "must be after"],
  ] as const) {
    await editor.submit(label, { day: dayOfReadings(), source_url: AT, [field]: value });
    expect(editor.text).toContain(says);
  }
  expect(await entries()).toBe(before);
  await expect(
    staff.sql.query(
      "INSERT INTO desk_entry (series_id, kind, amount, currency, staff_id) SELECT $1, 'confirm', 1, 'USD', id FROM staff LIMIT 1",
      [id],
    ),
  ).rejects.toThrow("desk_entry_read_check");
});

test("25 prices of one source are confirmed at once, as readings of the desk; what was not seen stays as old as it is", async () => {
  const queue = "/admin/verify?country=&source=opentherank-2026-09-30";
  await editor.open(queue);
  const ids = [...editor.html.matchAll(/name="price-(\d+)"/g)].map(([, id = ""]) => id);
  expect(ids).toHaveLength(25);
  const readByDesk = async (others: readonly string[]) =>
    (
      await staff.sql.query(
        `SELECT series_id FROM price
           WHERE ${OF_NEWEST} AND source_id = 'desk' AND verified_on = $2 AND series_id <> ALL ($1::int[]) ORDER BY 1`,
        [others, dayOfReadings()],
      )
    ).rows;
  const others = await readByDesk(ids);
  const ticked = Object.fromEntries(ids.map((id) => [`price-${id}`, "on"]));
  // Browsers also send checkboxes outside the form that belong to it.
  await editor.submit("Confirm the ticked prices", { day: dayOfReadings(), source_url: AT, ...ticked });
  const set = /done=in-(\d+)/.exec(editor.at)?.[1] ?? "";
  expect(editor.text).toContain(`change set ${set}`);
  const isShown = async () => {
    const { html } = await editor.open(queue);
    return ids.some((id) => html.includes(`id="r${id}"`));
  };
  expect(await isShown()).toBe(false);
  await editor.open(`/admin/changes/${set}`);
  await editor.submit("Check it");
  await settle(staff, set);
  await editor.open(`/admin/changes/${set}`);
  expect(editor.text).toMatch(/25 prices confirmed.* Changed 0 Confirmed 25 Ended 0/);
  await editor.submit("Decide", { decision: "approve" });
  expect((await settle(staff, set)).state).toBe("published");
  const { rows } = await staff.sql.query(
    `SELECT source_id, source_url, verified_on::text AS day, count(*)::int AS n FROM price
       WHERE ${OF_NEWEST} AND series_id = ANY($1::int[]) GROUP BY 1, 2, 3`,
    [ids],
  );
  expect(rows).toEqual([{ source_id: "desk", source_url: AT, day: dayOfReadings(), n: 25 }]);
  expect(await readByDesk(ids)).toEqual(others);
  await expect.poll(isShown, { interval: 300 }).toBe(false);
});

test("another amount, no longer listed and cannot tell", async () => {
  await makeDue("TR");
  const queue = "/admin/verify?country=TR";
  const answer = async (kind: string, fields: Record<string, string>) => {
    await editor.open(queue);
    const id = /id="r(\d+)"/.exec(editor.html)?.[1] ?? "";
    await editor.open(`${queue}&row=${id}&do=${kind}`);
    const label = editor.forms().find((form) => form.fields.answer === kind && form.fields.price === id)?.label ?? "";
    await editor.submit(label, fields);
    return id;
  };
  const read = { day: dayOfReadings(), source_url: AT };
  const ended = await answer("ended", read);
  const unsure = await answer("unsure", {});
  expect(editor.at).toBe(`${queue}&done=unsure`);
  expect(editor.text).toContain("It comes back in a month");
  const other = await answer("amount", { ...read, amount: "310.5", currency: "TRY" });
  const { rows } = await staff.sql.query(
    "SELECT series_id, kind, amount::text AS amount FROM desk_entry WHERE series_id = ANY($1::int[]) ORDER BY id",
    [[ended, unsure, other]],
  );
  expect(rows).toEqual([
    { series_id: Number(ended), kind: "ended", amount: null },
    { series_id: Number(unsure), kind: "unsure", amount: null },
    { series_id: Number(other), kind: "amount", amount: "310.5000" },
  ]);
});

/** What no test has read yet: each publish has its own days again. */
const makeDue = (country: string) =>
  staff.sql.query(
    `UPDATE price SET verified_on = $1::date - 100 WHERE ${OF_NEWEST} AND country = $2 AND verified_on < $1::date`,
    [dayOfReadings(), country],
  );

async function answerAmount(visitor: Visitor, country: string, fields: Record<string, string>): Promise<string> {
  await makeDue(country);
  await visitor.open(`/admin/verify?country=${country}`);
  const id = /id="r(\d+)"/.exec(visitor.html)?.[1] ?? "";
  await visitor.open(`/admin/verify?country=${country}&row=${id}&do=amount`);
  const label = visitor.forms().find((form) => form.fields.price === id)?.label ?? "";
  await visitor.submit(label, { day: dayOfReadings(), source_url: AT, ...fields });
  return id;
}

test("what an import would refuse is refused at its field, so that one slip stops no draft", async () => {
  const before = await entries();
  for (const [fields, says] of [
    [{ amount: "0", currency: "EUR" }, "Amount is not more than 0."],
    [{ amount: "$9.99", currency: "EUR" }, "Amount has the sign of another currency, not in EUR"],
    [{ amount: "9.99", currency: "XYZ" }, "Currency is no code of ISO 4217, such as EUR."],
  ] as const) {
    await answerAmount(editor, "DE", fields);
    expect(editor.text).toContain(says);
  }
  expect(await entries()).toBe(before);
});

test("an entry is taken out of a draft, which comes back to the queue, with a trace in the audit log", async () => {
  const second = await staff.enter("second@example.com");
  const id = await answerAmount(second, "EG", { amount: "12345.6", currency: "egp" });
  const set = /done=in-(\d+)/.exec(second.at)?.[1] ?? "";
  await second.open(`/admin/changes/${set}`);
  expect(second.text).toMatch(/One entry .* Another amount .*12,345\.60/);
  await second.submit(second.forms().find(({ label }) => label.startsWith("Remove: "))?.label ?? "");
  expect(second.text).toContain("Removed. Its price is in the queue again");
  expect((await staff.sql.query("SELECT FROM desk_entry WHERE change_set_id = $1", [set])).rowCount).toBe(0);
  await second.open(`/admin/verify?country=EG&row=${id}&do=confirm`);
  expect(second.html).toContain(`id="r${id}"`);
  await second.open(`/admin/audit?target=change%20${set}`);
  expect(second.text).toContain("took an entry out of a draft");
  expect(second.text).toContain("1 to 2 of 2");
  await second.open(`/admin/audit?target=${set}`);
  expect(second.text).toContain("took an entry out of a draft");
});

test("an answer that is given while its draft is checked is checked with it, and only what is published closes its report", async () => {
  const second = await staff.enter("second@example.com");
  const first = await answerAmount(second, "AR", { amount: "31415", currency: "ARS" });
  const set = /done=in-(\d+)/.exec(second.at)?.[1] ?? "";
  const visitor = await new Visitor(staff.server.url).open(
    "/report?country=US&period=monthly&platform=ios&product=netflix",
  );
  await visitor.submit("Report a price", { kind: "amount", amount: "27.18", currency: "USD", source_url: AT });
  const report = /\d+$/.exec(visitor.at)?.[0] ?? "";
  // Holds the lock of a running import.
  await staff.sql.query("SELECT pg_advisory_lock(7436120945)");
  await second.open(`/admin/changes/${set}`);
  await second.submit("Check it");
  await expect
    .poll(async () => (await second.open(`/admin/changes/${set}`)).text, { interval: 300 })
    .toContain("Another import is running");
  await second.open(`/admin/reports/${report}`);
  await second.submit("Correct the price", { way: "amount", answer: "The vendor raised it." });
  expect(second.at).toBe(`/admin/changes/${set}`);
  await staff.sql.query("SELECT pg_advisory_unlock(7436120945)");
  await settle(staff, set);
  await second.open(`/admin/changes/${set}`);
  expect(second.text).toContain("Two entries");
  expect(second.text).toContain("Two prices change");
  // This report has no entry in the change set, so it must stay open.
  await staff.sql.query(
    `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency, change_set_id)
       SELECT series_id, 'outlier', 'check', amount, currency, $1 FROM price WHERE ${OF_NEWEST} AND country = 'DE' LIMIT 1`,
    [set],
  );
  await editor.open(`/admin/changes/${set}`);
  await editor.submit("Decide", { decision: "approve" });
  expect((await settle(staff, set)).state).toBe("published");
  const { rows } = await staff.sql.query(
    `SELECT amount::float8 AS amount FROM price
       WHERE ${OF_NEWEST} AND (series_id = $1 OR country = 'US' AND product = 'netflix' AND platform = 'ios') ORDER BY 1`,
    [first],
  );
  expect(rows).toEqual([{ amount: 27.18 }, { amount: 31_415 }]);
  const reports = await staff.sql.query("SELECT outcome FROM price_report WHERE change_set_id = $1 ORDER BY id", [set]);
  expect(reports.rows).toEqual([{ outcome: "corrected" }, { outcome: null }]);
});

type Priced = { product: string; amount: string };

/** A monthly price of the US in US dollars that was read before the day of the readings. */
async function findUsPrice(): Promise<Priced> {
  const { rows } = await staff.sql.query(
    `SELECT product, trim_scale(amount)::text AS amount FROM price
     WHERE ${OF_NEWEST} AND country = 'US' AND platform = 'web' AND period = 'monthly' AND currency = 'USD'
       AND verified_on < $1 AND amount > 2 ORDER BY product LIMIT 1`,
    [dayOfReadings()],
  );
  return rows[0];
}

test("the form of one price asks at the field what it cannot know, and keeps what was typed", async () => {
  const before = await entries();
  const { product } = await findUsPrice();
  const sound = { product, country: "US", amount: "$9.99", source_url: AT, day: dayOfReadings() };
  for (const [typed, says] of [
    [{ product: "no such thing" }, "Product is not known: choose one of the list, or say below what it is."],
    [{ country: "" }, "Country is needed."],
    [{}, "Period is needed: the amount does not say whether it is for a month or a year."],
    [{ amount: "$59.99 / year", period: "monthly" }, "Amount is a yearly price; this one is monthly."],
    [{ amount: "KWD 2.999 / month", country: "KW" }, "Amount can be 2.999 or 2999"],
    [{ amount: "9.99 / week", country: "TR" }, "Currency is needed: the amount names none, and most pay in TRY there."],
  ] as const) {
    await editor.open("/admin/verify/price");
    const all = { ...sound, ...typed };
    await editor.submit("One price", all);
    expect(editor.text).toContain(says);
    expect(editor.form("One price").fields).toMatchObject(all);
  }
  expect(await entries()).toBe(before);
});

test("a new price and a confirmed one by form are published after a second person's approval", async () => {
  const writer = await staff.enter("second@example.com");
  const { product, amount } = await findUsPrice();
  const read = { country: "US", source_url: AT, day: dayOfReadings() };
  await writer.open(`/admin/verify/price?product=${product}&country=US&store=web&period=monthly`);
  expect(writer.text).toContain(`On record: USD ${amount}`);
  await writer.submit("One price", { ...read, product, amount: `$${Number(amount) + 1}` });
  expect(writer.text).toContain("that is $1.00 more. Send it again to save it.");
  await writer.submit("One price", { amount: `$${amount}` });
  const set = /done=in-(\d+)/.exec(writer.at)?.[1] ?? "";
  expect(writer.text).toContain(`Saved, one price so far: in change set ${set}`);
  expect(writer.form("One price").fields).toMatchObject({
    product: "",
    store: "web",
    day: dayOfReadings(),
    amount: "",
  });
  await writer.submit("One price", { ...read, product, amount: "$ 3.49 / week" });
  expect(writer.text).toContain("USD 3.49 a week ($3.49). Nothing is on record for it: it is a new price.");
  await writer.submit("One price");
  expect(writer.at).toContain(`done=in-${set}`);
  await writer.open(`/admin/changes/${set}`);
  expect(writer.text).toMatch(/Still correct.*New price .*printed “ \$ 3\.49 \/ week ”/);
  await writer.submit("Check it");
  await settle(staff, set);
  await editor.open(`/admin/changes/${set}`);
  await editor.submit("Decide", { decision: "approve" });
  expect((await settle(staff, set)).state).toBe("published");
  const { rows } = await staff.sql.query(
    `SELECT period, trim_scale(amount)::text AS amount, currency, quote, method, source_id, source_url, verified_on::text AS day
       FROM price WHERE ${OF_NEWEST} AND product = $1 AND country = 'US' AND platform = 'web'
         AND period IN ('monthly', 'weekly') ORDER BY period`,
    [product],
  );
  const same = { currency: "USD", method: "staff", source_id: "desk", source_url: AT, day: dayOfReadings() };
  expect(rows).toEqual([
    { ...same, period: "monthly", amount, quote: `$${amount}` },
    { ...same, period: "weekly", amount: "3.49", quote: "$ 3.49 / week" },
  ]);
});

test("a product is asked for at its fields, by its own form and by that of a price", async () => {
  await editor.open("/admin/products?q=NETFLIX+standard");
  expect(editor.text).toContain("Netflix Standard netflix");
  const row = { name: "Netflix", plan: "Standard", category: "streaming" };
  await editor.open("/admin/products/new");
  await editor.submit("Product", row);
  expect(editor.text).toMatch(/Name and plan are those of Netflix[^(]*\(netflix\)/);
  expect(editor.form("Product").fields).toMatchObject(row);
  await editor.submit("Product", { ...row, plan: "Sports", website: "https://me:secret@a.example/", category: "" });
  expect(editor.text).toContain("Category is needed.");
  expect(editor.text).toContain("Website must begin with https://.");
  await editor.open("/admin/products/netflix-premium");
  await editor.submit("Product", { same_plan_as: "no-such-product" });
  expect(editor.text).toContain("Same plan as is no known product.");
  await editor.open("/admin/products/netflix");
  await editor.submit("Product");
  expect(editor.text).toContain("Nothing of it is changed.");
  expect(editor.text).not.toContain("It was made by mistake");
  await editor.submit("Retire it", { day: "2020-01-01", source_url: AT });
  expect(editor.text).toContain("Day you read it must be after");
  await editor.open("/admin/verify/price");
  await editor.submit("One price", { product: "Netflix Standard", category: "streaming", country: "US" });
  await editor.submit("One price", {
    product: "netflix",
    category: "streaming",
    country: "US",
    amount: "$9 / month",
    day: dayOfReadings(),
    source_url: AT,
  });
  expect(editor.text).toContain("Category is for a product that is not in the list.");
});

test("a new product with its price, another that is renamed and one that is removed are published by two people", async () => {
  await staff.sql.query(
    `INSERT INTO product_entry (slug, name, service, category, plan, in_basket, recorded_in)
       SELECT 'by-mistake', 'By mistake', 'By mistake', 'streaming', 'Standard', false, max(id) FROM dataset_version`,
  );
  const writer = await staff.enter("second@example.com");
  const read = { country: "US", store: "web", amount: "$4.50 / month", day: dayOfReadings(), source_url: AT };
  const made = { product: "Filmothek", plan: "Gold", category: "streaming", vendor: "Verein", website: "" };
  await writer.open("/admin/verify/price");
  await writer.submit("One price", { ...read, ...made });
  expect(writer.text).toContain("New product Filmothek Gold, United States, web: USD 4.50 ($4.50)");
  await writer.submit("One price");
  const set = /done=in-(\d+)/.exec(writer.at)?.[1] ?? "";
  await writer.submit("One price", { ...read, product: "filmothek-gold", amount: "$45 / year" });
  await writer.submit("One price");
  expect(writer.at).toContain(`done=in-${set}`);
  await editor.open("/admin/verify/price");
  await editor.submit("One price", { ...read, product: "filmothek gold" });
  expect(editor.text).toContain(`Product waits in change set ${set}: it can have prices once that is published.`);
  await writer.open("/admin/products/duolingo");
  await writer.submit("Product", { name: "Duolingo Now" });
  await writer.open("/admin/products/netflix-premium");
  await writer.submit("Product", { same_plan_as: "netflix" });
  await writer.open("/admin/products/by-mistake");
  await writer.submit("Remove it");
  await writer.open("/admin/products/netflix");
  await writer.submit("Product", { name: "Wrong" });
  await writer.open(`/admin/changes/${set}`);
  await writer.submit("Remove Wrong Standard");
  await writer.submit("Check it");
  expect((await settle(staff, set)).reasons.join()).toContain(
    "product by-mistake, product duolingo, product netflix-premium and 1 more",
  );
  await editor.open(`/admin/changes/${set}`);
  await editor.submit("Decide", { decision: "approve" });
  expect((await settle(staff, set)).state).toBe("published");
  const { rows } = await staff.sql.query(
    `SELECT slug, name, plan, vendor, service, prices, same_plan_as FROM product
       WHERE ${OF_NEWEST} AND slug IN ('filmothek-gold', 'duolingo', 'by-mistake', 'netflix-premium') ORDER BY slug`,
  );
  expect(rows).toMatchObject([
    { slug: "duolingo", name: "Duolingo Now" },
    { slug: "filmothek-gold", name: "Filmothek", plan: "Gold", vendor: "Verein", service: "Filmothek", prices: 2 },
    { slug: "netflix-premium", same_plan_as: "netflix" },
  ]);
  const openPage = async (slug: string) => get(`/services/${slug}`, { base: staff.server.url });
  await expect
    .poll(async () => (await openPage("filmothek-gold")).text)
    .toContain("Filmothek Gold: price in 1 country");
  expect((await openPage("by-mistake")).status).toBe(404);
  await staff.sql.query("DELETE FROM product_entry WHERE slug = 'by-mistake'");
});
