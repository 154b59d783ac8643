import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureAuthSecret } from "@/server/settings";
import { type OpenIdProvider, startOpenIdProvider } from "../support/openid-provider";
import { makeDataDir } from "../support/scratch";
import { baseUrl } from "../support/server";
import { type OwnStaffServer, PASSWORD, startStaffServer } from "../support/staff";
import { Visitor } from "../support/visitor";

/** An address of numbers, which has no passkeys. */
const PUBLIC_URL = "https://192.0.2.7";

let provider: OpenIdProvider;
let staff: OwnStaffServer;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: "Example ID",
    PUBLIC_URL,
  };
  staff = await startStaffServer(env, "small");
  await staff.list("ann@example.com", "editor");
  await staff.list("gone@example.com", "owner");
  await staff.sql.query("UPDATE staff SET active = false WHERE email = 'gone@example.com'");
});
afterAll(async () => {
  await staff.stop();
  await provider[Symbol.asyncDispose]();
});

const visit = () => new Visitor(staff.server.url, PUBLIC_URL);

async function goThere() {
  const visitor = await visit().open("/admin/audit");
  const { action, fields } = visitor.form("Sign in with Example ID");
  const payload = new URLSearchParams(fields).toString();
  const headers = {
    origin: PUBLIC_URL,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(payload.length),
  };
  const { headers: left } = await visitor.request("POST", action, headers, payload);
  const there = await fetch(left.get("location") ?? "", { redirect: "manual" });
  const back = new URL(there.headers.get("location") ?? "");
  return { visitor, back: back.pathname + back.search };
}

test("a listed person with a verified address is let in, with the role of the list", async () => {
  provider.person = { sub: "7", email: "Ann@Example.com", email_verified: true };
  const { visitor, back } = await goThere();
  await visitor.open(back);
  expect(visitor.at).toBe("/admin/audit");
  expect(visitor.text).toContain("provider oidc");
  expect(visitor.text).toContain("ann@example.com editor");
  await visitor.open("/admin/account");
  expect(visitor.forms().map(({ label }) => label)).toContain("Sign out everywhere");
});

test("nobody else is let in", async () => {
  for (const person of [
    { sub: "1", email: "ann@example.com", email_verified: false },
    { sub: "1", email: "ann@example.com" },
    { sub: "1", email: "ann@example.com", email_verified: "true" },
    { sub: "1", email: "stranger@example.com", email_verified: true },
    { sub: "1", email: "gone@example.com", email_verified: true },
    { sub: "1" },
  ]) {
    provider.person = person;
    const sessions = await staff.count("staff_session");
    const { visitor, back } = await goThere();
    await visitor.open(back);
    expect(visitor.text, JSON.stringify(person)).toContain("does not vouch for an address on the staff list");
    expect([person, await staff.count("staff_session")]).toEqual([person, sessions]);
  }
});

test("an answer that another browser asked for is worth nothing", async () => {
  provider.person = { sub: "7", email: "ann@example.com", email_verified: true };
  const { back } = await goThere();
  const thief = await visit().open(back);
  expect(thief.at).toContain("/admin/sign-in");
  expect((await thief.request("GET", "/admin/keys")).status).toBe(307);
});

test("under https cookies are bound to the host and never sent in the clear", async () => {
  const visitor = await visit().signIn("ann@example.com", PASSWORD);
  expect(visitor.at).toBe("/admin/desk");
  expect([...visitor.cookies.keys()].sort()).toEqual(
    ["csrf", "known", "return", "session"].map((name) => `__Host-price-atlas.${name}`),
  );
  await visitor.submit("Sign out");
  expect([...visitor.cookies.keys()]).not.toContain("__Host-price-atlas.session");
  const { headers } = await visit().request("GET", "/api/auth/signin");
  for (const cookie of headers.getSetCookie()) expect(cookie).toContain("; HttpOnly; Secure; SameSite=Lax");
});

test("at an address of numbers the pages offer no passkeys", async () => {
  const labels = (await visit().open("/admin/sign-in")).forms().map(({ label }) => label);
  expect(labels).toContain("Sign in");
  expect(labels).not.toContain("Sign in with a passkey");
});

test("without a secret nobody can sign in, and everything else works", async () => {
  const visitor = await new Visitor(baseUrl).open("/admin");
  expect(visitor.text).toContain("set NEXTAUTH_SECRET");
  expect((await visitor.request("GET", "/api/countries")).status).toBe(200);
  for (const path of ["/api/auth/signin", "/api/auth/csrf", "/api/auth/callback/credentials"]) {
    expect((await visitor.request("GET", path)).status).toBeLessThan(500);
  }
});

test("with the embedded database the secret is made once, for its owner's eyes", async () => {
  await using data = await makeDataDir();
  const { NEXTAUTH_SECRET: before } = process.env;
  const read = async () => {
    delete process.env.NEXTAUTH_SECRET;
    await ensureAuthSecret(data.dir);
    return process.env.NEXTAUTH_SECRET;
  };
  try {
    const [first, second] = await Promise.all([read(), read()]);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toBe(first);
    expect(await read()).toBe(first);
    const file = join(data.dir, "auth-secret");
    expect(await readFile(file, "utf8")).toBe(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  } finally {
    if (before === undefined) delete process.env.NEXTAUTH_SECRET;
    else process.env.NEXTAUTH_SECRET = before;
  }
});
