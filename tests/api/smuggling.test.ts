import { expect, test } from "vitest";
import { newSender } from "../support/api";
import { exchange } from "../support/raw";
import { baseUrl } from "../support/server";

/** Only an answer to the hidden request contains this page number. */
const MARK = "98765";
const HIDDEN = `GET /api/prices?country=BR&page=${MARK}&page_size=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const LENGTH = `Content-Length: ${HIDDEN.length}\r\n`;
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const IN_CHUNKS = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`;

const toBytes = (fields: string, body: string) =>
  `GET /api/prices?country=TR&page_size=1 HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${newSender()}\r\n${fields}\r\n${body}`;
const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

// Two programs could end such a message at different places, so it must be refused and nothing after it read.
test.each([
  ["a length, then chunks", LENGTH + CHUNKED, `0\r\n\r\n${HIDDEN}`],
  ["chunks, then a length", `${CHUNKED}Content-Length: 4\r\n`, IN_CHUNKS],
  ["two lengths", `Content-Length: 0\r\n${LENGTH}`, HIDDEN],
  ["a length with a sign", "Content-Length: +0\r\n", HIDDEN],
  ["a coding that is none, with a length", `Transfer-Encoding: xchunked\r\n${LENGTH}`, HIDDEN],
  ["a space before a colon", `Transfer-Encoding : chunked\r\n${LENGTH}`, HIDDEN],
  ["a field over two lines", `X-A: 1\r\n ${LENGTH}`, HIDDEN],
  ["a LF alone in a value", `X-A: 1\n${LENGTH}`, HIDDEN],
  ["a chunk whose size has a sign", CHUNKED, `+${IN_CHUNKS}`],
  ["a chunk longer than its size", CHUNKED, `1\r\n${HIDDEN}\r\n0\r\n\r\n`],
])("%s: the request is refused, or answered alone", async (_what, fields, body) => {
  const received = await exchange(baseUrl, [toBytes(fields, body)]);
  expect(received).not.toContain(MARK);
  expect([[400], [200], [200, 400]]).toContainEqual(statusesOf(received));
});

test.each([
  ["two hosts", "GET /services HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"],
  ["two hosts of a call", "GET /api/countries HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"],
  [
    "chunks of HTTP/1.0",
    `GET /services HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n${CHUNKED}\r\n0\r\n\r\n`,
  ],
])("%s are refused, and end the connection", async (_what, request) => {
  const received = await exchange(baseUrl, [request + HIDDEN]);
  expect(received).not.toContain(MARK);
  expect(statusesOf(received)).toEqual([400]);
});

test.each([
  ["a body of a length", LENGTH, HIDDEN],
  ["a body in chunks", CHUNKED, IN_CHUNKS],
  ["fields that are to be dropped", `Connection: keep-alive, Content-Length\r\n${LENGTH}`, HIDDEN],
])("%s is no request of its own", async (_what, fields, body) => {
  const received = await exchange(baseUrl, [toBytes(fields, body) + toBytes("Connection: close\r\n", "")]);
  expect(received).not.toContain(MARK);
  expect(statusesOf(received)).toEqual([200, 200]);
});
