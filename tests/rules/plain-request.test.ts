import { expect, test } from "vitest";
import { readPlainRequest } from "@/server/edge/plain-request";

const read = (text: string) => readPlainRequest(Buffer.from(text, "latin1"));
const toGet = (...fields: string[]) => `${["GET /api/prices HTTP/1.1", ...fields].join("\r\n")}\r\n\r\n`;

test("a request as clients write it is read as node:http reads it", () => {
  const fields = ["Host: localhost:3000", "Accept-Encoding: gzip, br", "X-API-Key:  pa_1 ", "Connection: Keep-Alive"];
  expect(read(`GET /api/prices?country=TR&q=a%20b HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`)).toEqual({
    method: "GET",
    url: "/api/prices?country=TR&q=a%20b",
    headers: {
      host: "localhost:3000",
      "accept-encoding": "gzip, br",
      "x-api-key": "pa_1",
      connection: "Keep-Alive",
    },
  });
  expect(read("HEAD / HTTP/1.1\r\nhost:a\r\nx-empty:\r\n\r\n")).toEqual({
    method: "HEAD",
    url: "/",
    headers: { host: "a", "x-empty": "" },
  });
});

test.each([
  ["nothing", ""],
  ["half a message", "GET / HTTP/1.1\r\nHost: a\r\n"],
  ["two messages", toGet("Host: a").repeat(2)],
  ["a message and the beginning of another", `${toGet("Host: a")}GET /`],
  ["an empty line before it", `\r\n${toGet("Host: a")}`],
  ["another method", "POST / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["another method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["another version", "GET / HTTP/1.0\r\nHost: a\r\n\r\n"],
  ["a whole address", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an asterisk", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a space in its target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a byte beyond ASCII in its target", "GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["no fields", "GET / HTTP/1.1\r\n\r\n"],
  ["no host", toGet("Accept: */*")],
  ["an empty host", toGet("Host:")],
  ["two hosts", toGet("Host: a", "Host: b")],
  ["one host twice", toGet("Host: a", "host: a")],
  ["a host with a path", toGet("Host: a/b")],
  ["a host with a user", toGet("Host: user@a")],
  ["two hosts in one line", toGet("Host: a, b")],
  ["a host with a port that is none", toGet("Host: a:b")],
  ["two hosts", toGet("Host: a", "host: b")],
  ["one field twice", toGet("Host: a", "X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 2.2.2.2")],
  ["a name that every object has", toGet("Host: a", "constructor: 1")],
  ["a space before the colon", toGet("Host : a")],
  ["a field over two lines", toGet("Host: a", "X-A: 1", " 2")],
  ["a field without a name", toGet("Host: a", ": 1")],
  ["a line that is no field", toGet("Host: a", "X-A")],
  ["a tab in a value", toGet("Host: a", "X-A: 1\t2")],
  ["a NUL in a value", toGet("Host: a", "X-A: 1\0")],
  ["a bare CR in a value", toGet("Host: a", "X-A: 1\rX-B: 2")],
  ["a bare LF at the end of a line", "GET / HTTP/1.1\r\nHost: a\nX-A: 1\r\n\r\n"],
  ["a byte beyond ASCII in a value", toGet("Host: a", "X-A: \u00e9")],
  ["a body of a length", toGet("Host: a", "Content-Length: 0")],
  ["a body in chunks", toGet("Host: a", "Transfer-Encoding: chunked")],
  ["an expectation", toGet("Host: a", "Expect: 100-continue")],
  ["the wish to end the connection", toGet("Host: a", "Connection: close")],
  ["fields of the connection", toGet("Host: a", "Connection: keep-alive, X-Api-Key")],
  ["the wish for another protocol", toGet("Host: a", "Upgrade: h2c")],
  ["more than is looked at", toGet("Host: a", `X-A: ${"a".repeat(4_096)}`)],
])("left to node:http: %s", (_what, text) => {
  expect(read(text)).toBeNull();
});

test("many lines that could be read in many ways are read in one", () => {
  // Tries that double with each line would not end at all.
  expect(read(`GET / HTTP/1.1\r\n${"a: : : \r\n".repeat(450)}!`)).toBeNull();
});
