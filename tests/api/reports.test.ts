import { Client } from "pg";
import { beforeAll, expect, test } from "vitest";
import { get } from "../support/api";
import { settle } from "../support/desk";
import { scale } from "../support/fault-scale";
import { readVersions } from "../support/import-cli";
import { isProxied } from "../support/spawn-server";
import { type StaffServer, shareStaffServer } from "../support/staff";
import { dayOfReadings } from "../support/test-days";
import { toMultipart, Visitor } from "../support/visitor";

const formOf = (product: string, country: string, platform = "web") =>
  `/report?country=${country}&period=monthly&platform=${platform}&product=${product}`;
const PRICE = formOf("netflix-premium", "TR");
const SEEN = "https://www.netflix.com/tr/signup";
const GOOD = { kind: "amount", amount: "999.99", currency: "TRY", source_url: SEEN };
const REPORTS = scale(1_000, 150);

let staff: StaffServer;
beforeAll(async () => {
  staff = await shareStaffServer();
  await staff.list("editor@example.com", "editor");
  await staff.list("second@example.com", "editor");
});

const count = async () =>
  Number((await staff.sql.query("SELECT count(*) FROM price_report WHERE found_by = 'visitor'")).rows[0].count);

test("a report without scripts reaches the inbox, becomes a correction, is published, and the row shows what was changed and why", async () => {
  const visitor = await new Visitor(staff.server.url).open("/services/netflix-premium");
  expect(visitor.html).toContain("/report?country=TR");
  await visitor.open(PRICE);
  expect(visitor.text).toContain("Is this price of Netflix Premium in Türkiye wrong?");
  await visitor.submit("Report a price", { ...GOOD, email: "reader@example.org" });
  const id = /^\/report\/(\d+)$/.exec(visitor.at)?.[1];
  expect(visitor.text).toContain(`Report ${id} is filed`);
  expect(visitor.html).not.toContain("reader@example.org");
  expect(visitor.html).not.toContain(SEEN);
  const row = async () => (await new Visitor(staff.server.url).open("/services/netflix-premium?country=TR")).text;
  await expect.poll(row, { interval: 300 }).toContain("reported");

  const editor = await staff.enter("editor@example.com");
  await editor.open("/admin/reports");
  expect(editor.text).toContain(SEEN);
  await editor.open(`/admin/reports/${id}`);
  expect(editor.text).toContain("reader@example.org");
  await editor.submit("Correct the price", { way: "amount", answer: "The vendor raised it." });
  const set = /^\/admin\/changes\/(\d+)/.exec(editor.at)?.[1] ?? "";
  await editor.submit("Check it");
  await settle(staff, set);
  await editor.open(`/admin/changes/${set}`);
  await editor.submit("Decide", { decision: "approve" });
  if (editor.text.includes("somebody else has to approve")) {
    const second = await staff.enter("second@example.com");
    await second.open(`/admin/changes/${set}`);
    await second.submit("Decide", { decision: "approve" });
  }
  expect((await settle(staff, set)).state).toBe("published");
  const { rows } = await staff.sql.query(
    `SELECT is_reported, amount::float8 AS amount FROM price
       WHERE product = 'netflix-premium' AND country = 'TR' AND platform = 'web' ORDER BY version_id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ is_reported: false, amount: 999.99 }]);
  await expect.poll(row, { interval: 300 }).toContain("The vendor raised it.");
  expect(await row()).toContain("999.99");
  const [first = ""] = await readVersions(staff.databaseUrl);
  const before = `/services/netflix-premium?country=TR&version=${first}`;
  const old = (await new Visitor(staff.server.url).open(before)).text;
  expect(old).not.toContain("The vendor raised it.");
  expect(old).not.toContain("999.99");
  expect((await visitor.open(`/report/${id}`)).text).toContain("led to a correction");
});

test("a replaced reading that moves a price tenfold needs a second person, and the preview shows both amounts", async () => {
  const visitor = await new Visitor(staff.server.url).open(formOf("disney-plus", "US", "ios"));
  await visitor.submit("Report a price", { ...GOOD, amount: "214.90", currency: "USD" });
  const id = /\d+$/.exec(visitor.at)?.[0];
  const editor = await staff.enter("editor@example.com");
  const wrong = { way: "replace", reason: "typing_error", answer: "A digit was missing." };
  await editor.open(`/admin/reports/${id}`);
  for (const [amount, says] of [
    ["21.49", "Amount is what is on record already."],
    ["18,99 €", "Amount is in EUR, not in USD."],
  ]) {
    await editor.submit("Correct the price", { ...wrong, amount: amount ?? "" });
    expect(editor.text).toContain(says);
  }
  await editor.submit("Correct the price", { ...wrong, amount: "214.90" });
  const set = /^\/admin\/changes\/(\d+)/.exec(editor.at)?.[1] ?? "";
  await editor.submit("Check it");
  expect((await settle(staff, set)).reasons[0]).toBe("One price moves by more than a factor of 5 in US dollars.");
  await editor.open(`/admin/changes/${set}`);
  expect(editor.text).toContain("One price changes; one looks wrong");
  expect(editor.text).toContain("USD 21.49 USD 214.90 × 10.00");
  expect(editor.html).not.toContain('value="approve"');
  await editor.submit("Decide", { decision: "withdraw", note: "A test" });
});

test.skipIf(isProxied)("a report is closed with a reason that is public, and needs one", async () => {
  const visitor = await new Visitor(staff.server.url).open(formOf("netflix-premium", "DE"));
  await visitor.submit("Report a price", { ...GOOD, currency: "EUR" });
  const id = /\d+$/.exec(visitor.at)?.[0];
  const editor = await staff.enter("editor@example.com");
  await editor.open(`/admin/reports/${id}`);
  await editor.submit("Close the report", { answer: "" });
  expect(editor.text).toContain("everybody can read it");
  await editor.submit("Close the report", { answer: "The page says what we say. <script>" });
  expect((await visitor.open(`/report/${id}`)).html).toContain("The page says what we say. &lt;script&gt;");
});

test.skipIf(isProxied)(
  "the inbox tells visitors from the check, and ticked reports are closed with one reason",
  async () => {
    const { rows } = await staff.sql.query(
      `INSERT INTO price_report (series_id, kind, found_by, was_amount, was_currency, finding)
     SELECT series_id, 'outlier', 'check', amount, currency, 'stands out' FROM price
     WHERE version_id = (SELECT max(id) FROM dataset_version) ORDER BY series_id LIMIT 3 RETURNING id`,
    );
    const [first, second, third] = rows.map(({ id }) => String(id));
    const editor = await staff.enter("editor@example.com");
    await editor.open("/admin/desk");
    expect(editor.text).toMatch(/prices? looks? unusual/);
    await editor.open("/admin/reports?from=visitor");
    expect(editor.html).not.toContain(`/admin/reports/${first}"`);
    await editor.open("/admin/reports?from=check");
    for (const id of [first, second, third]) expect(editor.html).toContain(`/admin/reports/${id}"`);
    await editor.submit("Close the ticked reports", { answer: "Right as it is." });
    expect(editor.text).toContain("No report is ticked.");
    const ticks = { [`report-${first}`]: "on", [`report-${second}`]: "on" };
    await editor.submit("Close the ticked reports", { ...ticks, answer: "Right as it is." });
    const outcomes = await staff.sql.query("SELECT outcome, answer FROM price_report WHERE id = ANY ($1) ORDER BY id", [
      [first, second, third],
    ]);
    const kept = { outcome: "kept", answer: "Right as it is." };
    expect(outcomes.rows).toEqual([kept, kept, { outcome: null, answer: null }]);
    expect(editor.html).toContain(`/admin/reports/${third}"`);
    expect(editor.html).not.toContain(`/admin/reports/${first}"`);
  },
);

test("a faulty report is shown again as it was filled in, with what is wrong", async () => {
  const visitor = await new Visitor(staff.server.url).open(PRICE);
  const before = await count();
  await visitor.submit("Report a price", {
    kind: "amount",
    amount: "3x9.99",
    source_url: "the page of Netflix",
    email: "me@example.org",
  });
  expect(visitor.page?.status).toBe(200);
  expect(visitor.text).toContain("two answers need a change");
  for (const typed of ['value="3x9.99"', 'value="the page of Netflix"', 'value="me@example.org"'])
    expect(visitor.html).toContain(typed);
  await visitor.submit("Report a price", { ...GOOD, source_url: "https://user:secret@example.com/" });
  expect(visitor.page?.status).toBe(200);
  await visitor.submit("Report a price", { ...GOOD, website: "https://robot.example" });
  expect(visitor.text).toContain("Not sent: a field that is hidden from people was filled in");
  expect(visitor.html).toContain('value="999.99"');
  expect(await count()).toBe(before);
});

test("one address sends five reports an hour, and is told so with what it typed", async () => {
  const visitor = new Visitor(staff.server.url);
  for (const product of ["netflix", "netflix-basic", "netflix-premium", "spotify", "apple-music", "icloud"]) {
    await visitor.open(formOf(product, "TR"));
    await visitor.submit("Report a price", GOOD);
  }
  expect(visitor.page?.status).toBe(200);
  expect(visitor.text).toContain("you can send 5 reports an hour");
  expect(visitor.html).toContain('value="999.99"');
});

test(`${REPORTS} reports from forged addresses fill nothing and stop nobody else`, async () => {
  const robot = await new Visitor(staff.server.url).open(PRICE);
  const { fields } = robot.form("Report a price");
  const { type, payload } = toMultipart({ ...fields, ...GOOD });
  const before = await count();
  const post = (address: string) =>
    robot
      .request(
        "POST",
        "/report",
        {
          "content-type": type,
          origin: robot.base,
          "x-forwarded-for": address,
          "content-length": String(Buffer.byteLength(payload)),
        },
        payload,
      )
      .then(
        ({ status }) => status,
        () => 0,
      );
  const statuses: number[] = [];
  for (let at = 0; at < REPORTS; at += 50)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, n) => post(`203.0.${(at + n) >> 8}.${(at + n) & 255}`)))),
    );
  expect(statuses.filter((status) => status === 303)).toEqual([]);
  expect(await count()).toBe(before);
  const honest = await new Visitor(staff.server.url).open(PRICE);
  expect(honest.page?.status).toBe(200);
  await honest.submit("Report a price", GOOD);
  expect(honest.text).toContain("is filed");
});

test.skipIf(isProxied)(
  "open reports of a price mute no other sender, and who has three there is told that a fourth is not filed",
  async () => {
    const path = formOf("netflix", "TR");
    const places: string[] = [];
    for (let times = 0; times < 5; times++) {
      const visitor = await new Visitor(staff.server.url).open(path);
      await visitor.submit("Report a price", GOOD);
      places.push(visitor.at);
    }
    expect(new Set(places).size).toBe(5);
    const again = new Visitor(staff.server.url);
    for (let times = 0; times < 4; times++) {
      await again.open(path);
      await again.submit("Report a price", GOOD);
    }
    expect(again.text).toContain("Not sent: 3 reports of yours on this price are open already.");
  },
);

test("posts that are no form of this site change nothing: other origins, other encodings, long or broken ones", async () => {
  const visitor = await new Visitor(staff.server.url).open(PRICE);
  const { fields } = visitor.form("Report a price");
  const before = await count();
  const send = async (sent: Record<string, string>, headers: Record<string, string> = { origin: visitor.base }) => {
    const { type, payload } = toMultipart(sent);
    const length = String(Buffer.byteLength(payload));
    const all = { "content-type": type, "content-length": length, ...headers };
    return (await visitor.request("POST", "/report", all, payload)).status;
  };
  const good = { ...fields, ...GOOD };
  expect(await send(good, { origin: "https://evil.example" })).toBe(403);
  expect(await send(good, {})).toBe(403);
  expect(await send({ ...good, country: "Norway" })).toBe(303);
  expect(await send({ ...good, product: "no-such-product" })).toBe(200);
  expect(await send({ ...good, source_url: `https://example.com/${"x".repeat(20_000)}` })).toBe(200);
  expect((await visitor.request("GET", "/report/999999")).status).toBe(404);
  expect(await count()).toBe(before);
});

const TOLD = {
  country: "TR",
  store: "web",
  amount: "₺9.999,00 / year",
  plan: "Özel",
  source_url: "netflix.com/tr/signup",
  license: "CC-BY-4.0",
};
const toldOf = (product: string) => `/reading?product=${product}`;

async function countTold(condition = "true"): Promise<number> {
  const { rows } = await staff.sql.query(`SELECT count(*)::int AS n FROM visitor_reading WHERE ${condition}`);
  return rows[0].n;
}

test.skipIf(isProxied)(
  "a price that visitors tell is public nowhere before staff took it with one click, and says then who read it",
  async () => {
    const product = "netflix-premium";
    const page = `/services/${product}?home=TR`;
    expect((await new Visitor(staff.server.url).open(page)).html).toContain(
      `/reading?country=TR&amp;product=${product}`,
    );
    for (let visitors = 0; visitors < 2; visitors++) {
      const visitor = await new Visitor(staff.server.url).open(`${toldOf(product)}&country=TR`);
      expect(visitor.form("Tell a price").fields.country).toBe("TR");
      await visitor.submit("Tell a price", { ...TOLD, day: dayOfReadings() });
      expect(visitor.text).toContain("Thank you. A person will look at it.");
    }
    const readPublic = async () => {
      const paths = [page, "/about", `/api/prices?product=${product}&period=yearly`, "/api/sources"];
      const replies = await Promise.all(paths.map((path) => get(path, { base: staff.server.url })));
      return replies.map(({ text }) => text).join();
    };
    expect(await readPublic()).not.toMatch(/TRY.9,999|"amount":9999|Özel|isitors of Price Atlas/);

    const editor = await staff.enter("editor@example.com");
    await editor.open("/admin/reports/readings");
    expect(editor.text).toContain("Two readings of visitors wait");
    expect(editor.text).toContain("TRY 9,999 a year printed “ ₺9.999,00 / year ” one other visitor agrees");
    expect(editor.html).toContain('href="https://netflix.com/tr/signup"');
    const takeFirst = async () => {
      const label = editor.forms().find((form) => form.label.startsWith("Take: "))?.label ?? "";
      await editor.submit(label);
    };
    await takeFirst();
    const set = /done=in-(\d+)/.exec(editor.at)?.[1] ?? "";
    expect(editor.text).toContain("One reading of a visitor waits");
    await editor.open(`/admin/changes/${set}`);
    expect(editor.text).toContain("New price told by a visitor");
    // A removed entry leads its reading back to the inbox.
    await editor.submit(editor.forms().find(({ label }) => label.startsWith("Remove: "))?.label ?? "");
    await editor.open("/admin/reports/readings");
    expect(editor.text).toContain("Two readings of visitors wait");
    const seen = editor.page;
    await takeFirst();
    editor.page = seen;
    await takeFirst();
    expect(editor.text).toContain("That was taken or declined meanwhile: nothing was done.");
    expect(editor.text).toContain("One reading of a visitor waits");
    await editor.open(`/admin/changes/${set}`);
    await editor.submit("Check it");
    await settle(staff, set);
    expect(await readPublic()).not.toMatch(/TRY.9,999|"amount":9999|Özel|isitors of Price Atlas/);
    const second = await staff.enter("second@example.com");
    await second.open(`/admin/changes/${set}`);
    await second.submit("Decide", { decision: "approve" });
    expect((await settle(staff, set)).state).toBe("published");
    const api = `/api/prices?product=${product}&country=TR&period=yearly`;
    await expect
      .poll(async () => JSON.parse((await get(api, { base: staff.server.url })).text).data)
      .toMatchObject([
        {
          amount: 9_999,
          currency: "TRY",
          source: "visitors",
          source_kind: "visitors",
          source_url: "https://netflix.com/tr/signup",
          verified_on: dayOfReadings(),
          method: "visitor",
          quote: "₺9.999,00 / year",
          plan: "Özel",
          evidence: "one_offer",
        },
      ]);

    await editor.open("/admin/reports/readings");
    await takeFirst();
    expect(editor.text).toContain(`the price was read on ${dayOfReadings()}: decline it`);
    const { fields } = editor.form("Decline");
    const [id] = [...editor.html.matchAll(/name="reading-(\d+)"/g)].map(([, number = ""]) => number);
    const ticked = { ...fields, [`reading-${id}`]: "on" };
    // Somebody takes it at the same moment.
    const taking = new Client({ connectionString: staff.databaseUrl });
    await taking.connect();
    await taking.query("BEGIN");
    await taking.query("SELECT FROM visitor_reading WHERE id = $1 FOR UPDATE", [id]);
    await taking.query(
      `INSERT INTO desk_entry (series_id, kind, observed_on, source_url, change_set_id, staff_id, reading_id)
       SELECT (SELECT min(id) FROM series), 'ended', observed_on, source_url, change_set_id, staff_id, $1 FROM desk_entry
         WHERE change_set_id = $2 LIMIT 1`,
      [id, set],
    );
    const inbox = editor.page;
    const declining = editor.submit("Decline", ticked);
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%visitor_reading%'`;
    await expect.poll(async () => (await staff.sql.query(waiting)).rowCount).toBe(1);
    await taking.query("COMMIT");
    await declining;
    expect(editor.text).toContain("That was taken or declined meanwhile: nothing was done.");
    expect(await countTold("declined_at IS NOT NULL")).toBe(0);
    await taking.query("DELETE FROM desk_entry WHERE reading_id = $1 AND kind = 'ended'", [id]);
    await taking.end();

    editor.page = inbox;
    await editor.submit("Decline", { ...ticked, "reading-999999": "on" });
    expect(editor.text).toContain("Declined. They are erased in 90 days.");
    expect(editor.text).toContain("Nothing waits here.");
    const { rows: audited } = await staff.sql.query(
      "SELECT target_id, target_name, after FROM audit_event WHERE action = 'reading.decline'",
    );
    expect(audited).toEqual([{ target_id: id, target_name: "one reading of a visitor", after: { readings: id } }]);
  },
);

test("what cannot be read of a told price is said at its field, and nothing typed is lost", async () => {
  const visitor = await new Visitor(staff.server.url).open(toldOf("netflix"));
  const before = await countTold();
  const sound = { ...TOLD, day: dayOfReadings() };
  for (const [typed, says] of [
    [{ country: "" }, "Country: Choose a country."],
    [{ store: "" }, "Sold on: Choose where it is sold."],
    [{ amount: "9,99 €" }, "Period: It is needed: the amount does not say whether it is for a month or a year."],
    [{ amount: "9.99 / week", country: "US" }, "Currency: It is needed: the amount names none"],
    [{ amount: "KWD 2.999 / month" }, "What it costs: It can be 2.999 or 2999: write 2.9990 or 2999.00."],
    [{ amount: "free" }, "What it costs: It has no number."],
    [{ amount: "9.99 <b> / week" }, 'What it costs: It has "<b>" beside its number'],
    [{ day: "2999-01-01" }, "Day you saw it: Choose a day that is not to come."],
    [{ day: "2020-01-01" }, "Day you saw it: Choose a day of the last twelve months."],
    [{ plan: "x\u202ey" }, "Plan: Write one line, without characters that cannot be seen."],
    [{ source_url: "https://me:secret@a.example/" }, "Write the address of a page"],
    [{ license: "no" }, "Licence: Tick it"],
  ] as const) {
    const all = { ...sound, ...typed };
    await visitor.open(toldOf("netflix"));
    await visitor.submit("Tell a price", all);
    expect(visitor.text).toContain(says);
    const { license: _, ...kept } = all;
    expect(visitor.form("Tell a price").fields).toMatchObject(kept);
  }
  expect(await countTold()).toBe(before);
});

const ADDRESSES = scale(50, 10);
const POSTS_OF_ONE = scale(200, 6);

test.skipIf(isProxied)(
  `${ADDRESSES * POSTS_OF_ONE} told prices of ${ADDRESSES} addresses are bounded, shown as text, and public nowhere`,
  async () => {
    await staff.sql.query("TRUNCATE visitor_reading CASCADE");
    const countries = ["AQ", "BV", "HM", "TF", "IO", "GS"];
    const plan = `<script>alert(1)</script> <a href="https://evil.example">x</a> 計画 خطة תוכנית'; --`;
    const tell = async () => {
      const visitor = await new Visitor(staff.server.url).open(toldOf("netflix"));
      const { fields } = visitor.form("Tell a price");
      const statuses: number[] = [];
      for (let at = 0; at < POSTS_OF_ONE; at++) {
        const { type, payload } = toMultipart({
          ...fields,
          ...TOLD,
          day: dayOfReadings(),
          country: countries[at % countries.length] ?? "",
          amount: `EUR ${at + 1}.90 / month`,
          plan,
        });
        const headers = {
          "content-type": type,
          origin: visitor.base,
          "content-length": String(Buffer.byteLength(payload)),
        };
        const send = () => visitor.request("POST", "/reading", headers, payload);
        let reply = await send();
        // On a busy machine some are asked to send it again.
        while (reply.text.includes("send it again in a minute")) reply = await send();
        statuses.push(reply.status);
      }
      return statuses.filter((status) => status === 303).length;
    };
    expect(await Promise.all(Array.from({ length: ADDRESSES }, tell))).toEqual(Array(ADDRESSES).fill(5));
    expect(await countTold()).toBe(5 * ADDRESSES);

    const long = await new Visitor(staff.server.url).open(toldOf("netflix"));
    const { fields } = long.form("Tell a price");
    for (const text of ["x".repeat(20_000), "x".repeat(1_048_576)]) {
      const { type, payload } = toMultipart({ ...fields, ...TOLD, day: dayOfReadings(), plan: text });
      const headers = { "content-type": type, origin: long.base, "content-length": String(Buffer.byteLength(payload)) };
      expect([200, 413]).toContain((await long.request("POST", "/reading", headers, payload)).status);
    }
    expect(await countTold()).toBe(5 * ADDRESSES);

    const editor = await staff.enter("editor@example.com");
    await editor.open("/admin/reports/readings");
    expect(editor.text).toContain(`${5 * ADDRESSES} readings of visitors wait`);
    expect(editor.text).toContain(`plan “ ${plan} ”`);
    expect(editor.html).not.toMatch(/<script>alert|<a href="https:\/\/evil/);
    for (const path of [
      "/services/netflix",
      "/api/prices?product=netflix",
      "/api/sources",
      "/countries/AQ",
      "/feed.xml",
    ])
      expect((await get(path, { base: staff.server.url })).text).not.toMatch(/alert\(1\)|evil\.example|計画/);
    await editor.open("/admin/reports/readings?tick=all");
    const ticked = [...editor.html.matchAll(/name="(reading-\d+)"/g)].map(([, name = ""]) => [name, "on"]);
    await editor.submit("Decline", Object.fromEntries(ticked));
    expect(await countTold("declined_at IS NOT NULL")).toBe(25);
  },
);
