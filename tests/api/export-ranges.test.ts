import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DATASET_NAMES } from "@/lib/exports/schema";
import { wire } from "../support/api";
import { download } from "../support/download";
import { baseUrl } from "../support/server";

const { send } = wire;

const PATH = "/api/export?dataset=prices&format=csv";
const fetchRange = (range: string, more: Record<string, string> = {}) =>
  download(`${baseUrl}${PATH}`, { headers: { range, ...more } });

const readWhole = () => download(`${baseUrl}${PATH}`);

async function readGzip(headers: Record<string, string> = {}) {
  const read = () => download(`${baseUrl}${PATH}`, { headers: { "accept-encoding": "gzip", ...headers } });
  await expect.poll(async () => (await read()).headers["content-encoding"]).toBe("gzip");
  return read();
}

test("an export says its length, its tag and that it has ranges; HEAD says the same without the bytes", async () => {
  const whole = await readWhole();
  expect(whole.status).toBe(200);
  expect(whole.headers["content-length"]).toBe(String(whole.bytes.length));
  expect(whole.headers["accept-ranges"]).toBe("bytes");
  expect(whole.headers.etag).toMatch(/^"[\w-]{22}"$/);
  const head = await send("HEAD", PATH, { headers: { range: "bytes=0-9" } });
  expect(head.status).toBe(200);
  expect(head.bytes).toHaveLength(0);
  for (const name of ["content-length", "accept-ranges", "etag", "content-type", "content-disposition", "link"])
    expect(head.headers.get(name)).toBe(whole.headers[name]);
});

describe("a range", () => {
  test.each([
    ["the first 100 bytes", "bytes=0-99", (size: number) => [0, 100, size]],
    ["one byte", "bytes=5-5", () => [5, 6]],
    ["from a place to the end", "bytes=1000-", (size: number) => [1000, size]],
    ["the last 50 bytes", "bytes=-50", (size: number) => [size - 50, size]],
    ["over the end", "bytes=100-99999999", (size: number) => [100, size]],
    ["a suffix longer than the file", "bytes=-99999999", (size: number) => [0, size]],
    ["ranges that touch, which are one", "bytes=0-9,10-19", () => [0, 20]],
  ])("%s is a 206 of just these bytes", async (_, range, toPlace) => {
    const { bytes } = await readWhole();
    const [start = 0, end = 0] = toPlace(bytes.length);
    const part = await fetchRange(range);
    expect(part.status).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes ${start}-${end - 1}/${bytes.length}`);
    expect(part.headers["content-length"]).toBe(String(end - start));
    expect(part.bytes.equals(bytes.subarray(start, end))).toBe(true);
  });

  test.each(["bytes=abc", "bytes=", "lines=0-9", "bytes=0-9,5000-5009"])(
    "%s, which is none or several, is answered with the whole",
    async (range) => {
      const { bytes } = await readWhole();
      const reply = await fetchRange(range);
      expect(reply.status).toBe(200);
      expect(reply.headers["content-range"]).toBeUndefined();
      expect(reply.bytes.equals(bytes)).toBe(true);
    },
  );

  test("behind the end is a 416 that says the length, as a problem with the caller's limit", async () => {
    const { bytes } = await readWhole();
    const reply = await fetchRange("bytes=99999999-");
    expect(reply.status).toBe(416);
    expect(reply.headers["content-range"]).toBe(`bytes */${bytes.length}`);
    expect(reply.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(reply.headers["content-disposition"]).toBeUndefined();
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["x-ratelimit-remaining"]).toBe("59");
    expect(JSON.parse(reply.bytes.toString())).toMatchObject({
      status: 416,
      instance: `urn:uuid:${reply.headers["x-request-id"]}`,
    });
  });

  test("is given when If-Range names what the caller has", async () => {
    const { headers } = await readWhole();
    for (const held of [headers.etag, headers["last-modified"]])
      expect((await fetchRange("bytes=0-9", { "if-range": String(held) })).status).toBe(206);
  });

  test("is not given when If-Range names anything else: the whole comes", async () => {
    const { headers, bytes } = await readWhole();
    for (const held of ['"other"', `W/${headers.etag}`, "Mon, 01 Jan 2024 00:00:00 GMT", "nonsense"]) {
      const reply = await fetchRange("bytes=0-9", { "if-range": held });
      expect(reply.status).toBe(200);
      expect(reply.bytes.length).toBe(bytes.length);
    }
  });
});

describe("an export that is wanted only as it was", () => {
  test("is given to who names its tag, also among others, or any, or its date", async () => {
    const whole = await readWhole();
    const gzip = await readGzip();
    for (const headers of [
      { "if-match": whole.headers.etag ?? "" },
      { "if-match": `"other", ${whole.headers.etag}` },
      { "if-match": "*" },
      { "if-match": gzip.headers.etag ?? "", "accept-encoding": "gzip" },
      { "if-match": whole.headers.etag ?? "", "accept-encoding": "gzip" },
      { "if-unmodified-since": whole.headers["last-modified"] ?? "" },
      { "if-unmodified-since": "yesterday" },
    ])
      expect([headers, (await download(`${baseUrl}${PATH}`, { headers })).status]).toEqual([headers, 200]);
    expect((await fetchRange("bytes=0-9", { "if-match": whole.headers.etag ?? "" })).status).toBe(206);
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ["another tag", { "if-match": '"other"' }],
    ["a date before it", { "if-unmodified-since": "Sat, 01 Jan 2000 00:00:00 GMT" }],
  ])("is refused with 412 to who names %s, whole or in part", async (_, headers) => {
    for (const range of [{}, { range: "bytes=0-9" }]) {
      const reply = await download(`${baseUrl}${PATH}`, { headers: { ...headers, ...range } });
      expect(reply.status).toBe(412);
      expect(reply.headers).toMatchObject({
        "content-type": "application/problem+json; charset=utf-8",
        "cache-control": "no-store",
      });
      expect(reply.headers["x-ratelimit-remaining"]).toBe("59");
    }
  });

  test("is refused by a weak tag, which never names bytes", async () => {
    const { headers } = await readWhole();
    const reply = await download(`${baseUrl}${PATH}`, { headers: { "if-match": `W/${headers.etag}` } });
    expect(reply.status).toBe(412);
  });
});

describe("the gzip variant", () => {
  test("is the same content in fewer bytes, with a strong tag of its own that a 304 confirms", async () => {
    const whole = await readWhole();
    const packed = await readGzip();
    expect(gunzipSync(packed.bytes).equals(whole.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(whole.bytes.length / 4);
    expect(packed.headers["content-length"]).toBe(String(packed.bytes.length));
    expect(packed.headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(packed.headers.etag).not.toBe(whole.headers.etag);
    const again = await download(`${baseUrl}${PATH}`, { headers: { "if-none-match": String(packed.headers.etag) } });
    expect(again).toMatchObject({ status: 304, headers: { etag: packed.headers.etag } });
  });

  test("has no ranges, unless they go on with it by its tag", async () => {
    const whole = await readWhole();
    const packed = await readGzip();
    const plain = await fetchRange("bytes=10-19", { "accept-encoding": "gzip" });
    expect(plain.status).toBe(206);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.bytes.equals(whole.bytes.subarray(10, 20))).toBe(true);
    const more = { "accept-encoding": "gzip", "if-range": String(packed.headers.etag) };
    const rest = await fetchRange("bytes=10-19", more);
    expect(rest).toMatchObject({ status: 206, headers: { "content-encoding": "gzip", etag: packed.headers.etag } });
    expect(rest.bytes.equals(packed.bytes.subarray(10, 20))).toBe(true);
  });

  test.each(["identity", "gzip;q=0", "gzip;q=0.1, identity"])("is not sent to who asks for %s", async (accepted) => {
    await readGzip();
    const reply = await download(`${baseUrl}${PATH}`, { headers: { "accept-encoding": accepted } });
    expect(reply.headers["content-encoding"]).toBeUndefined();
  });
});

describe("the brotli variant", () => {
  test.each(["br", "gzip, deflate, br", "gzip;q=0.5, br"])(
    "is sent to who asks for %s: the same content in fewer bytes than gzip takes, with a strong tag of its own",
    async (accepted) => {
      const whole = await readWhole();
      const packed = await readGzip();
      const read = () => download(`${baseUrl}${PATH}`, { headers: { "accept-encoding": accepted } });
      await expect.poll(async () => (await read()).headers["content-encoding"]).toBe("br");
      const { headers, bytes } = await read();
      expect(brotliDecompressSync(bytes).equals(whole.bytes)).toBe(true);
      expect(bytes.length).toBeLessThan(packed.bytes.length);
      expect(headers["content-length"]).toBe(String(bytes.length));
      expect(headers.vary).toContain("Accept-Encoding");
      expect([whole.headers.etag, packed.headers.etag]).not.toContain(headers.etag);
      const again = await download(`${baseUrl}${PATH}`, { headers: { "if-none-match": String(headers.etag) } });
      expect(again).toMatchObject({ status: 304, headers: { etag: headers.etag } });
    },
  );

  test("goes on where it broke off, by its tag, for who accepts it", async () => {
    const read = (headers = {}) =>
      download(`${baseUrl}${PATH}`, { headers: { "accept-encoding": "gzip, br", ...headers } });
    await expect.poll(async () => (await read()).headers["content-encoding"]).toBe("br");
    const packed = await read();
    const rest = await read({ range: "bytes=10-19", "if-range": String(packed.headers.etag) });
    expect(rest).toMatchObject({ status: 206, headers: { "content-encoding": "br", etag: packed.headers.etag } });
    expect(rest.bytes.equals(packed.bytes.subarray(10, 20))).toBe(true);
    const refused = await download(`${baseUrl}${PATH}`, {
      headers: { "accept-encoding": "gzip", range: "bytes=10-19", "if-range": String(packed.headers.etag) },
    });
    expect(refused.status).toBe(200);
  });
});

test.each(DATASET_NAMES.flatMap((name) => [`${name}&format=csv`, `${name}&format=csv&bom=1`, `${name}&format=json`]))(
  "dataset=%s can be put together of ranges",
  async (query) => {
    const url = `${baseUrl}/api/export?dataset=${query}`;
    const whole = await download(url);
    const middle = Math.floor(whole.bytes.length / 2);
    const headers = { "if-range": String(whole.headers.etag) };
    const parts = await Promise.all(
      [`bytes=0-${middle - 1}`, `bytes=${middle}-`].map((range) => download(url, { headers: { range, ...headers } })),
    );
    expect(parts.map(({ status }) => status)).toEqual([206, 206]);
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole.bytes)).toBe(true);
  },
);
