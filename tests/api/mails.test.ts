import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "../support/api";
import { linkIn, type Mailbox, openMailbox } from "../support/mailbox";
import { publishAmount } from "../support/publish-price";
import { startServer } from "../support/server";
import { type OwnStaffServer, startStaffServer } from "../support/staff";
import { Visitor } from "../support/visitor";

const FORM = "E-mails about changes";
const SITE = "http://prices.example";
const PAGE = "/follow?country=DE&product=netflix";

let mailbox: Mailbox;
let staff: OwnStaffServer;
beforeAll(async () => {
  mailbox = await openMailbox();
  const env = { SMTP_URL: mailbox.url, MAIL_FROM: "prices@example.com", MAILS_PER_MINUTE: "60000", PUBLIC_URL: SITE };
  staff = await startStaffServer(env, "small");
});
afterAll(async () => {
  await staff.stop();
  await mailbox[Symbol.asyncDispose]();
});

const mailsTo = (address: string) => mailbox.received.filter(({ to }) => to === address);
const waitFor = (address: string, count: number) => expect.poll(() => mailsTo(address).length).toBe(count);

async function ask(email: string, page = PAGE): Promise<Visitor> {
  const visitor = await new Visitor(staff.server.url).open(page);
  return visitor.submit(FORM, { email });
}

async function follow(email: string, page = PAGE): Promise<void> {
  const before = mailsTo(email).length;
  await ask(email, page);
  await waitFor(email, before + 1);
  const visitor = await new Visitor(staff.server.url).open(linkIn(mailsTo(email).at(-1), "/follow/confirm"));
  await visitor.submit("Yes, e-mail me");
  expect(visitor.text).toContain("Confirmed.");
}

/** Publishes amounts in euros of Netflix in Germany. */
const publish = (amount: string, product?: string, country?: string) =>
  publishAmount(staff.databaseUrl, amount, product, country);

const rowsOf = async (address: string) =>
  (await staff.sql.query("SELECT * FROM subscriber WHERE address = $1", [address])).rows;

test("in four steps a reader gets word of a change, and one click stops it", async () => {
  const reader = "reader@example.org";
  // One: the link of the product. Two and three: the address, and the button.
  const visitor = await new Visitor(staff.server.url).open("/services/netflix?home=DE");
  const href = /<a href="(\/follow\?[^"]*)"/.exec(visitor.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  await visitor.open(href);
  expect(visitor.text).toContain("An e-mail when the price of Netflix Standard in Germany changes");
  await visitor.submit(FORM, { email: ` ${reader.toUpperCase()} ` });
  expect(visitor.text).toContain("Now look into your mailbox");
  expect(visitor.at).toBe("/follow?country=DE&product=netflix&sent=yes");
  await waitFor(reader, 1);
  const [question] = mailsTo(reader);
  expect(question?.headers.get("subject")).toBe(
    "Confirm: an e-mail when the price of Netflix Standard in Germany changes",
  );
  expect(question?.headers.get("from")).toBe("Price Atlas <prices@example.com>");

  await publish("13.99");
  // Opening the link confirms nothing: scanners of mails do that. Four: its button.
  const link = linkIn(question, "/follow/confirm");
  await visitor.open(link);
  await publish("14.99");
  expect(
    (await staff.sql.query("SELECT count(*)::int AS n FROM follow WHERE confirmed_at IS NOT NULL")).rows[0].n,
  ).toBe(0);
  await visitor.submit("Yes, e-mail me");
  expect(visitor.at).toBe("/follow/confirm?done=yes");
  expect(mailsTo(reader)).toHaveLength(1);

  await publish("15.99");
  await waitFor(reader, 2);
  const word = mailsTo(reader)[1];
  expect(word?.headers.get("subject")).toBe("Netflix Standard in Germany (web): EUR 15.99, was EUR 14.99 (+6.7%)");
  for (const said of [
    "Netflix Standard in Germany (web): EUR 15.99, was EUR 14.99 (+6.7%)",
    "First seen on",
    "https://a.example/",
    `${SITE}/services/netflix?history=DE#history`,
    "Licence CC BY 4.0",
  ]) {
    expect(word?.text).toContain(said);
    expect(word?.html.replaceAll("&amp;", "&").replaceAll("\u00a0", " ")).toContain(said);
  }
  expect(word?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");

  const stop = linkIn(word, "/follow/stop");
  await visitor.open(stop);
  expect(await rowsOf(reader)).toHaveLength(1);
  await visitor.submit("Stop and erase");
  expect(visitor.text).toContain("Stopped.");
  expect(await rowsOf(reader)).toEqual([]);
  await publish("16.99");
  await visitor.open(stop);
  await visitor.submit("Stop and erase");
  expect(visitor.text).toContain("Stopped.");
  expect(mailsTo(reader)).toHaveLength(2);
  for (const said of [reader, link.split("=")[1] ?? "", stop.split("=")[1] ?? ""])
    expect(staff.server.output()).not.toContain(said);
});

test("a mail program stops by one post, of another site and without cookies, 400 days later too", async () => {
  const reader = "one-click@example.org";
  await follow(reader, "/follow?product=netflix");
  await publish("17.99");
  await waitFor(reader, 2);
  await staff.sql.query("UPDATE subscriber SET at = at - interval '400 days'");
  await staff.sql.query("UPDATE mail SET at = at - interval '400 days', ended_at = ended_at - interval '400 days'");
  const header = mailsTo(reader)[1]?.headers.get("list-unsubscribe") ?? "";
  const path = header.slice(`<${SITE}`.length, -1);
  const reply = await send("POST", path, {
    base: staff.server.url,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://mail.example",
      "content-length": "26",
    },
    payload: "List-Unsubscribe=One-Click",
  });
  expect([reply.status, reply.text]).toEqual([200, "Stopped.\n"]);
  expect(await rowsOf(reader)).toEqual([]);
  const opened = await send("GET", path, { base: staff.server.url });
  expect([opened.status, opened.headers.get("location")]).toEqual([303, path.replace("/now", "")]);
});

test("the answer is the same for an address that follows and for one that does not, and five questions a day go to one", async () => {
  const known = "known@example.org";
  await follow(known);
  const answers = new Set<string>();
  for (const email of [known, "unknown@example.org", known, known, known, known, known]) {
    const { at, text } = await ask(email);
    answers.add(`${at} ${text}`);
  }
  expect(answers.size).toBe(1);
  await waitFor(known, 5);
  await waitFor("unknown@example.org", 1);
  const findStates = async () => {
    const { rows } = await staff.sql.query(
      "SELECT m.state FROM mail m JOIN subscriber u ON u.id = m.subscriber_id WHERE u.address = $1 ORDER BY m.at",
      [known],
    );
    return rows.map(({ state }) => state);
  };
  // What has arrived is recorded as sent a moment later.
  await expect.poll(findStates).toEqual([...Array(5).fill("sent"), "withheld", "withheld"]);
});

test("one caller asks five times an hour, and is told so", async () => {
  const visitor = new Visitor(staff.server.url);
  for (let times = 0; times < 6; times++) {
    await visitor.open(PAGE);
    await visitor.submit(FORM, { email: `flood-${times}@example.org` });
  }
  expect(visitor.text).toContain("Not sent: you can ask 5 times an hour");
  expect(visitor.html).toContain('value="flood-5@example.org"');
  expect(await rowsOf("flood-5@example.org")).toEqual([]);
});

test("a faulty address is shown again, and a form of another site is refused", async () => {
  const visitor = await ask("nobody");
  expect(visitor.text).toContain("That is no e-mail address.");
  const stranger = new Visitor(staff.server.url, "https://evil.example");
  await stranger.open(PAGE);
  await stranger.submit(FORM, { email: "victim@example.org" });
  expect(stranger.page?.status).toBe(403);
  expect(await rowsOf("victim@example.org")).toEqual([]);
});

test("a list is followed with one question, and what a subscriber did not ask for is not told", async () => {
  const reader = "list@example.org";
  await follow(reader, "/follow?country=DE&list=netflix,spotify");
  await publish("18.99", "netflix", "US");
  await publish("18.99");
  await waitFor(reader, 2);
  expect(mailsTo(reader)[1]?.text).toContain("Netflix Standard in Germany (web): EUR 18.99, was EUR 17.99");
  expect(mailsTo(reader)[1]?.text).not.toContain("United States");
});

test("what is not confirmed for 30 days is erased, and who asked after a day", async () => {
  const old = "old@example.org";
  await ask(old);
  await waitFor(old, 1);
  const link = linkIn(mailsTo(old)[0], "/follow/confirm");
  await staff.sql.query("UPDATE follow SET asked_at = asked_at - interval '31 days' WHERE confirmed_at IS NULL");
  await staff.sql.query("UPDATE subscriber SET at = at - interval '31 days'");
  await staff.sql.query("UPDATE mail SET at = at - interval '31 days'");
  // Erased at the start of a process, and each hour.
  await using _other = await startServer({ DATABASE_URL: staff.databaseUrl });
  await expect.poll(() => rowsOf(old)).toEqual([]);
  expect((await staff.sql.query("SELECT count(*)::int AS n FROM mail WHERE sender IS NOT NULL")).rows[0].n).toBe(0);
  const visitor = await new Visitor(staff.server.url).open(link);
  await visitor.submit("Yes, e-mail me");
  expect(visitor.text).toContain("There is nothing to confirm here any more.");
});

test("an address that its server refuses is tried three times when the refusal is for now, once when it is for ever", async () => {
  mailbox.codeFor = (address) => (address.startsWith("full") ? 452 : address.startsWith("gone") ? 550 : 0);
  await ask("full@example.org");
  await ask("gone@example.org");
  const stateOf = async (address: string) => {
    const { rows } = await staff.sql.query(
      "SELECT m.state, m.tries, m.code, round(extract(epoch FROM m.due_at - m.at) / 600)::int AS waits FROM mail m JOIN subscriber u ON u.id = m.subscriber_id WHERE u.address = $1",
      [address],
    );
    return rows[0];
  };
  await expect.poll(() => stateOf("gone@example.org")).toMatchObject({ state: "refused", tries: 1, code: 550 });
  await expect.poll(() => stateOf("full@example.org")).toMatchObject({ state: "waiting", tries: 1, waits: 1 });
  for (const [tries, state] of [
    [2, "waiting"],
    [3, "refused"],
  ]) {
    await staff.sql.query("UPDATE mail SET due_at = at WHERE state = 'waiting'");
    await expect.poll(() => stateOf("full@example.org")).toMatchObject({ state, tries, code: 452 });
  }
  mailbox.codeFor = () => 0;
  for (const said of ["full@example.org", "gone@example.org"]) expect(staff.server.output()).not.toContain(said);

  await staff.list("viewer@example.com", "viewer");
  const viewer = await staff.enter("viewer@example.com");
  await viewer.open("/admin/desk");
  expect(viewer.text).toContain("follow price changes by e-mail");
  expect(viewer.text).toContain("2, with SMTP codes 452, 550");
  expect(viewer.html).not.toContain("@example.org");
});

test("without SMTP_URL the page offers feeds and no form", async () => {
  const { server, stop } = await startStaffServer({}, "small");
  const visitor = await new Visitor(server.url).open(PAGE);
  expect(visitor.text).toContain("This site sends no mails.");
  expect(visitor.html).toContain('href="/feed.xml?country=DE&amp;product=netflix"');
  expect(visitor.forms().map(({ label }) => label)).not.toContain(FORM);
  await stop();
});
