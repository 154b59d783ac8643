import { expect, test } from "playwright/test";
import { openForeignPage } from "../support/foreign-page";

const CONDITIONAL = { "if-none-match": '"x"', "if-modified-since": "Thu, 01 Jan 2015 00:00:00 GMT" };
const CALLS: [what: string, path: string, headers: Record<string, string>, status: number][] = [
  ["a call with a key header", "/api/countries", { "x-api-key": "nobody" }, 401],
  ["a conditional call", "/api/countries", CONDITIONAL, 200],
  ["a confirmed call", "/api/countries", { "if-none-match": "*" }, 304],
  [
    "a call with a type of nothing and a trace",
    "/api/prices?page_size=1",
    { "content-type": "application/json", traceparent: "00-a-b-01" },
    200,
  ],
  ["a part of an export", "/api/export?dataset=index&format=csv", { range: "bytes=0-9", "if-range": '"x"' }, 200],
  ["a call with a token in the wrong place", "/api/countries", { authorization: "Bearer x" }, 400],
  ["the feed", "/feed.xml", CONDITIONAL, 200],
  ["the guide for language models", "/llms.txt", CONDITIONAL, 200],
  ["a file of prices", "/api/prices?format=csv&product=netflix", CONDITIONAL, 200],
];

test("a page of another origin calls the API and the feeds, and reads what they say", async ({ page, baseURL }) => {
  const foreign = await openForeignPage();
  await page.goto(foreign.url);
  /** Null where the browser blocks the answer. */
  const call = (path: string, headers: Record<string, string>) =>
    page.evaluate(
      ([url, sent]) =>
        fetch(url, { headers: sent, cache: "no-store" }).then(
          async (reply) => ({
            status: reply.status,
            headers: Object.fromEntries(reply.headers),
            text: await reply.text(),
          }),
          () => null,
        ),
      [`${baseURL}${path}`, headers] as const,
    );
  for (const [what, path, headers, status] of CALLS) {
    const reply = await call(path, headers);
    expect.soft(reply?.status, what).toBe(status);
    expect
      .soft(Object.keys(reply?.headers ?? {}), what)
      .toEqual(expect.arrayContaining(["x-request-id", "x-attribution"]));
  }

  const whole = await call("/api/export?dataset=index&format=csv", {});
  const first = await call("/api/export?dataset=index&format=csv", { range: "bytes=0-4" });
  const part = await call("/api/export?dataset=index&format=csv", {
    range: "bytes=0-9",
    "if-range": first?.headers.etag ?? "",
  });
  expect(first?.status).toBe(206);
  expect(part?.status).toBe(206);
  expect(part?.headers["content-range"]).toMatch(/^bytes 0-9\/\d+$/);
  expect(part?.headers["accept-ranges"]).toBe("bytes");
  expect(whole?.text.startsWith(part?.text ?? "-")).toBe(true);
  expect((await call("/feed.xml", {}))?.text).toContain("<feed ");
  foreign.close();
});
