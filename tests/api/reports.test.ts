import { beforeAll, expect, test } from "vitest";
import { settle } from "../support/desk";
import { scale } from "../support/fault-scale";
import { readVersions } from "../support/import-cli";
import { isProxied } from "../support/spawn-server";
import { type StaffServer, shareStaffServer } from "../support/staff";
import { toMultipart, Visitor } from "../support/visitor";

const formOf = (product: string, country: string, platform = "web") =>
  `/report?country=${country}&period=monthly&platform=${platform}&product=${product}`;
const PRICE = formOf("netflix-premium", "TR");
const SEEN = "https://www.netflix.com/tr/signup";
const GOOD = { kind: "amount", amount: "999.99", currency: "TRY", source_url: SEEN };
const PATIENCE_MS = 120_000;
const REPORTS = scale(1_000, 150);

let staff: StaffServer;
beforeAll(async () => {
  staff = await shareStaffServer();
  await staff.list("editor@example.com", "editor");
  await staff.list("second@example.com", "editor");
});

const count = async () =>
  Number((await staff.sql.query("SELECT count(*) FROM price_report WHERE found_by = 'visitor'")).rows[0].count);

test(
  "a report without scripts reaches the inbox, becomes a correction, is published, and the row shows what was changed and why",
  async () => {
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
  },
  PATIENCE_MS,
);

test(
  "a replaced reading that moves a price tenfold needs a second person, and the preview shows both amounts",
  async () => {
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
  },
  PATIENCE_MS,
);

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

test(
  `${REPORTS} reports from forged addresses fill nothing and stop nobody else`,
  async () => {
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
  },
  PATIENCE_MS,
);

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
