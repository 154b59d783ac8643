import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../support/api";
import { settle } from "../support/desk";
import { type StaffServer, startStaffServer } from "../support/staff";
import type { Visitor } from "../support/visitor";

const AT = "https://www.netflix.com/signup/planform";
const PATIENCE_MS = 120_000;
const today = () => new Date().toISOString().slice(0, 10);

let staff: StaffServer;
let editor: Visitor;
beforeAll(async () => {
  staff = await startStaffServer();
  await staff.list("editor@example.com", "editor");
  editor = await staff.enter("editor@example.com");
});
afterAll(() => staff.stop());

const entries = async () => Number((await staff.sql.query("SELECT count(*) FROM desk_entry")).rows[0].count);

test("the queue shows the prices that were read longest ago first", async () => {
  await editor.open("/admin/verify");
  const { rows } = await staff.sql.query(
    "SELECT count(*)::int AS n, min(verified_on)::text AS oldest FROM price WHERE amount IS NOT NULL AND verified_on < current_date - 90",
  );
  expect(editor.text).toContain(`${rows[0].n} prices were read more than 90 days ago`);
  expect(editor.html.match(/id="r\d+"/g)).toHaveLength(25);
  expect(editor.html.match(new RegExp(`dateTime="${rows[0].oldest}"`, "gi"))).toHaveLength(25);
});

test(
  "requests for a product in the last 30 days bring it forward",
  async () => {
    const wanted = "netflix-premium";
    for (let times = 0; times < 3; times++) await get(`/api/services/${wanted}`, { base: staff.server.url });
    const used = async () =>
      (await staff.sql.query("SELECT requests FROM product_use WHERE product = $1", [wanted])).rows[0]?.requests;
    await expect.poll(used, { timeout: 15_000 }).toBe(3);
    await editor.open("/admin/verify");
    const names = [...editor.html.matchAll(/<tr[^>]* id="r\d+".*?href="\/services\/([a-z0-9-]+)"/gs)].map(
      ([, slug]) => slug,
    );
    expect(new Set(names)).toEqual(new Set([wanted]));
  },
  PATIENCE_MS,
);

test(
  "a confirmation needs a day and an address, of a day after the last reading and not to come",
  async () => {
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
      await editor.submit(label, { day: today(), source_url: AT, [field]: value });
      expect(editor.text).toContain(says);
    }
    expect(await entries()).toBe(before);
    await expect(
      staff.sql.query(
        "INSERT INTO desk_entry (price_id, kind, amount, currency, staff_id) SELECT $1, 'confirm', 1, 'USD', id FROM staff LIMIT 1",
        [id],
      ),
    ).rejects.toThrow("desk_entry_read_check");
  },
  PATIENCE_MS,
);

test(
  "25 prices of one source are confirmed at once, as readings of the desk; what was not seen stays as old as it is",
  async () => {
    await editor.open("/admin/verify?country=&source=netflix-prices");
    const ids = [...editor.html.matchAll(/name="price-(\d+)"/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(25);
    const ticked = Object.fromEntries(ids.map((id) => [`price-${id}`, "on"]));
    // A browser sends the boxes that belong to the form, wherever they stand.
    await editor.submit("Confirm the ticked prices", { day: today(), source_url: AT, ...ticked });
    const set = /done=in-(\d+)/.exec(editor.at)?.[1] ?? "";
    expect(editor.text).toContain(`change set ${set}`);
    expect(ids.some((id) => editor.html.includes(`id="r${id}"`))).toBe(false);
    await editor.open(`/admin/changes/${set}`);
    await editor.submit("Check it");
    await settle(staff, set);
    await editor.open(`/admin/changes/${set}`);
    expect(editor.text).toMatch(/No price changes.* Changed 0 Confirmed 25 Ended 0/);
    await editor.submit("Decide", { decision: "approve" });
    expect((await settle(staff, set)).state).toBe("published");
    const { rows } = await staff.sql.query(
      `SELECT source_id, source_url, verified_on::text AS day, count(*)::int AS n FROM price WHERE id = ANY($1::int[]) GROUP BY 1, 2, 3`,
      [ids],
    );
    expect(rows).toEqual([{ source_id: "desk", source_url: AT, day: today(), n: 25 }]);
    const others = await staff.sql.query("SELECT count(*)::int AS n FROM price WHERE source_id = 'desk'");
    expect(others.rows[0].n).toBe(25);
  },
  PATIENCE_MS,
);

test(
  "another amount, no longer listed and cannot tell",
  async () => {
    const answer = async (kind: string, fields: Record<string, string>) => {
      await editor.open("/admin/verify?country=TR");
      const id = /id="r(\d+)"/.exec(editor.html)?.[1] ?? "";
      await editor.open(`/admin/verify?country=TR&row=${id}&do=${kind}`);
      const label = editor.forms().find((form) => form.fields.answer === kind && form.fields.price === id)?.label ?? "";
      await editor.submit(label, fields);
      return id;
    };
    const read = { day: today(), source_url: AT };
    const ended = await answer("ended", read);
    const unsure = await answer("unsure", {});
    expect(editor.text).toContain("It comes back in a month");
    const other = await answer("amount", { ...read, amount: "310.5", currency: "TRY" });
    const { rows } = await staff.sql.query(
      "SELECT price_id, kind, amount::text AS amount FROM desk_entry WHERE price_id = ANY($1::int[]) ORDER BY id",
      [[ended, unsure, other]],
    );
    expect(rows).toEqual([
      { price_id: Number(ended), kind: "ended", amount: null },
      { price_id: Number(unsure), kind: "unsure", amount: null },
      { price_id: Number(other), kind: "amount", amount: "310.5000" },
    ]);
  },
  PATIENCE_MS,
);
