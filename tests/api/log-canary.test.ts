import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Reply, send } from "../support/api";
import { makeCuttable } from "../support/cuttable";
import { recordPromise } from "../support/report-promise";
import { createDatabase, startServer } from "../support/server";

const canary = (what: string) => `canary${what}${randomBytes(8).toString("hex")}`;

const OPERATORS = { authSecret: canary("secret").padEnd(40, "x"), client: canary("client"), redis: canary("redis") };
const CALLERS = {
  key: canary("key"),
  cookie: canary("cookie"),
  bearer: canary("bearer"),
  password: canary("password"),
  token: canary("token"),
};
const WRITTEN = {
  query: canary("query"),
  path: canary("path"),
  name: canary("name"),
  email: `${canary("mail")}@example.com`,
  agent: canary("agent"),
  referer: canary("referer"),
  form: canary("form"),
};

const PATHS = [
  "/api/prices",
  "/api/services",
  "/api/compare",
  "/api/export",
  "/api/countries",
  "/api/key",
  "/api/health",
  "/api/nope",
  "/api/openapi.json",
  `/api/services/${WRITTEN.path}`,
  `/api/${WRITTEN.path}`,
  "/api/compare",
  "/",
  "/services",
  `/services/${WRITTEN.path}`,
  "/countries/TR",
  `/${WRITTEN.path}`,
  "/search",
  "/preferences",
  "/admin/keys",
  "/admin/sign-in",
  "/admin/set-up",
  "/api/auth/signin",
  "/api/auth/callback/oidc",
  "/feed.xml",
];

test("no secret and nothing that a caller sent stands in the log; no secret in an answer", async () => {
  await using database = await createDatabase("small");
  const url = new URL(database.url);
  url.password ||= canary("database");
  await using way = await makeCuttable(url.href);
  await using server = await startServer({
    DATABASE_URL: way.url,
    LOG_LEVEL: "trace",
    NEXTAUTH_SECRET: OPERATORS.authSecret,
    OIDC_ISSUER: "http://127.0.0.1:1",
    OIDC_CLIENT_ID: "price-atlas",
    OIDC_CLIENT_SECRET: OPERATORS.client,
    REDIS_URL: `redis://price-atlas:${OPERATORS.redis}@127.0.0.1:1/0`,
  });
  const replies: Reply[] = [];
  const ask = async (method: string, path: string, headers: Record<string, string> = {}, payload?: string) => {
    replies.push(await send(method, path, { base: server.url, headers, ...(payload !== undefined && { payload }) }));
  };
  const askAll = async () => {
    const carried = {
      authorization: `Bearer ${CALLERS.bearer}`,
      "user-agent": WRITTEN.agent,
      referer: WRITTEN.referer,
      cookie: `price-atlas.session=${CALLERS.cookie}; price-atlas.csrf=${CALLERS.cookie}|x; ${CALLERS.cookie}=1`,
    };
    for (const path of PATHS) {
      const query = new URLSearchParams({
        q: WRITTEN.query,
        product: WRITTEN.query,
        callbackUrl: `/admin/keys?q=${WRITTEN.query}`,
        [WRITTEN.name]: "1",
        token: CALLERS.token,
        api_key: CALLERS.token,
        code: CALLERS.token,
        state: CALLERS.token,
      });
      await ask("GET", path, carried);
      await ask("GET", path, { ...carried, "x-api-key": CALLERS.key });
      await ask("GET", `${path}?${query}`, carried);
    }
    const form = new URLSearchParams({
      email: WRITTEN.email,
      password: CALLERS.password,
      csrfToken: CALLERS.token,
      note: WRITTEN.form,
    }).toString();
    for (const path of ["/api/auth/callback/credentials", "/api/auth/signin/oidc", "/admin/set-up", "/api/prices"]) {
      const type = "application/x-www-form-urlencoded";
      const headers = { origin: server.url, "content-type": type, "content-length": String(form.length) };
      await ask("POST", path, { ...carried, ...headers }, form);
    }
  };
  await askAll();
  way.cut();
  await askAll();
  const statuses = new Set(replies.map(({ status }) => status));
  for (const status of [200, 400, 401, 404]) expect([...statuses]).toContain(status);
  expect(Math.max(...statuses)).toBeGreaterThanOrEqual(500);

  const printed = server.output();
  expect(printed).toContain('"route":"/api/prices"');
  const secrets = [...Object.values(OPERATORS), ...Object.values(CALLERS), url.password];
  for (const word of [...secrets, ...Object.values(WRITTEN)]) expect(printed).not.toContain(word);
  for (const { text, headers } of replies) {
    const answer = text + JSON.stringify([...headers]);
    for (const secret of [...Object.values(OPERATORS), CALLERS.bearer, CALLERS.key, CALLERS.password, url.password]) {
      expect(answer).not.toContain(secret);
    }
  }
  recordPromise({
    promise: "Secrets: none in the log or in an answer, nor in the log what callers send",
    test: "tests/api/log-canary.test.ts",
    figure: `${secrets.length + Object.keys(WRITTEN).length} marked words in ${replies.length} requests, with the database and without: 0 in ${printed.split("\n").length} lines of log, 0 secrets in answers`,
  });
});
