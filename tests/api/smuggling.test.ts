import { describe, expect, test } from "vitest";
import { get, newSender } from "../support/api";
import { exchange, readAnswers } from "../support/raw";
import { baseUrl } from "../support/server";

/** Hidden in what is sent; its answer, and nothing else here, says the number of this page. */
const MARK = "98765";
const HIDDEN = `GET /api/prices?country=BR&page=${MARK}&page_size=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const HEX = HIDDEN.length.toString(16);
const LENGTH = `Content-Length: ${HIDDEN.length}\r\n`;
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const EMPTY_CHUNKS = "0\r\n\r\n";
const IN_CHUNKS = `${HEX}\r\n${HIDDEN}\r\n${EMPTY_CHUNKS}`;

/** Past the last page of the list, so that nobody asked for it before. */
let page = 60_000;
const toPath = (at: number) => `/api/prices?country=TR&page=${at}&page_size=1`;

/** `fields` stand behind the ones of every request, `line` with the address in it is its first line. */
type Attack = { fields?: string; body?: string; line?: (path: string) => string; host?: string };

function toBytes(path: string, { fields = "", body = "", line, host = "Host: localhost\r\n" }: Attack): string {
  const first = line?.(path) ?? `GET ${path} HTTP/1.1\r\n`;
  return `${first}${host}X-Forwarded-For: ${newSender()}\r\n${fields}\r\n${body}`;
}

const plain = (path: string, fields = "") => toBytes(path, { fields });
const LAST = "Connection: close\r\n";

/** Two programs could see its end in two places: such a message is refused, and nothing behind it is read. */
const REFUSED: [what: string, attack: Attack][] = [
  ["a length, then chunks", { fields: LENGTH + CHUNKED, body: EMPTY_CHUNKS + HIDDEN }],
  ["chunks, then a length", { fields: `${CHUNKED}Content-Length: 4\r\n`, body: IN_CHUNKS }],
  ["chunks and a length of nothing", { fields: `${CHUNKED}Content-Length: 0\r\n`, body: IN_CHUNKS }],
  ["two lengths", { fields: `Content-Length: 0\r\n${LENGTH}`, body: HIDDEN }],
  ["one length twice", { fields: LENGTH + LENGTH, body: HIDDEN }],
  ["two lengths in one line", { fields: `Content-Length: ${HIDDEN.length}, 0\r\n`, body: HIDDEN }],
  ...["", "+0", "-1", "0x0", "0;", "1e1", "0 0", "0.0", "9".repeat(25), "\u0660"].map((length): [string, Attack] => [
    `the length "${length}"`,
    { fields: `Content-Length: ${length}\r\n`, body: HIDDEN },
  ]),
  ...[
    "xchunked",
    "identity",
    "chunked, identity",
    "chunked;q=1",
    '"chunked"',
    "\vchunked",
    "chunked\f",
    "chunk",
    "\t",
    "",
  ].map((coding): [string, Attack] => [
    `chunks as ${JSON.stringify(coding)}, with a length`,
    { fields: `Transfer-Encoding: ${coding}\r\n${LENGTH}`, body: HIDDEN },
  ]),
  [
    "chunks in two lines, one of them odd",
    { fields: `${CHUNKED}Transfer-Encoding: x\r\n`, body: EMPTY_CHUNKS + HIDDEN },
  ],
  ["a space before a colon", { fields: `Transfer-Encoding : chunked\r\n${LENGTH}`, body: HIDDEN }],
  ["a tab before a colon", { fields: `Content-Length\t: ${HIDDEN.length}\r\n`, body: HIDDEN }],
  ["a name in bytes beyond ASCII", { fields: `Content-Length\u00a0: ${HIDDEN.length}\r\n`, body: HIDDEN }],
  ["a NUL behind a name", { fields: `Content-Length\0: ${HIDDEN.length}\r\n`, body: HIDDEN }],
  ["a field over two lines", { fields: `X-A: 1\r\n ${LENGTH}`, body: HIDDEN }],
  ["a coding over two lines", { fields: `Transfer-Encoding:\r\n chunked\r\n${LENGTH}`, body: HIDDEN }],
  ["a CR alone in a value", { fields: `X-A: 1\r${LENGTH}`, body: HIDDEN }],
  ["a LF alone in a value", { fields: `X-A: 1\n${LENGTH}`, body: HIDDEN }],
  ["a LF alone behind the fields", { fields: "X-A: 1\n\n", body: HIDDEN }],
  ["a CR alone behind the fields", { fields: "X-A: 1\r\r", body: HIDDEN }],
  ["a NUL in a value", { fields: `X-A: 1\0\r\n${LENGTH}`, body: HIDDEN }],
  ["a line that is no field", { fields: `X-A\r\n${LENGTH}`, body: HIDDEN }],
  ["a space before the first field", { host: " Host: localhost\r\nHost: localhost\r\n" }],
  ["a version that is none", { line: (path) => `GET ${path} HTTP/1.10\r\n`, body: HIDDEN }],
  ["two words behind the address", { line: (path) => `GET ${path} HTTP/1.1 HTTP/1.1\r\n`, body: HIDDEN }],
  ["a CR alone behind the first line", { line: (path) => `GET ${path} HTTP/1.1\r`, body: HIDDEN }],
  ["a LF alone behind the first line", { line: (path) => `GET ${path} HTTP/1.1\n`, body: HIDDEN }],
  ["a request of HTTP/0.9 before it", { line: (path) => `GET ${path}\r\n${HIDDEN}` }],
  ["a method with a colon", { line: (path) => `GET: ${path} HTTP/1.1\r\n`, body: HIDDEN }],
];

/** Chunks that have no end, or that somebody could see in another place. The request before them may be answered, once. */
const BROKEN_CHUNKS: [what: string, body: string][] = [
  ["a size below nothing", `-1\r\n${HIDDEN}`],
  ["a size with a sign", `+${IN_CHUNKS}`],
  ["a size in C's spelling", `0x${IN_CHUNKS}`],
  ["a size of 2^64 and some bytes", `10000000000000000${IN_CHUNKS}`],
  ["no size", `\r\n${HIDDEN}`],
  ["more bytes than the size says", `1\r\n${HIDDEN}\r\n${EMPTY_CHUNKS}`],
  ["a LF alone behind a size", `0\n\r\n${HIDDEN}`],
  ["a space behind a size", `0 \r\n\r\n${HIDDEN}`],
  ["a LF in an extension", `0;a\n\r\n${HIDDEN}`],
  ["a CR in an extension", `0;a\rb\r\n\r\n${HIDDEN}`],
  ["an extension without an end", `1;${"a".repeat(20_000)}\r\nb\r\n${EMPTY_CHUNKS}`],
  ["a length behind them", `${HEX}\r\n${HIDDEN}\r\n0\r\n${LENGTH}\r\n`],
];

/** One message to every program: its body is read to the end and belongs to nobody else. */
const READ: [what: string, method: string, status: number, attack: Attack][] = [
  ["a body of a length", "GET", 200, { fields: LENGTH, body: HIDDEN }],
  ["a body in chunks", "GET", 200, { fields: CHUNKED, body: IN_CHUNKS }],
  ["a body in chunks, in another case", "GET", 200, { fields: "transfer-encoding:\t CHUNKED \r\n", body: IN_CHUNKS }],
  ["chunks with extensions", "GET", 200, { fields: CHUNKED, body: `${HEX};a="b"\r\n${HIDDEN}\r\n0;c\r\n\r\n` }],
  ["a size with zeros before it", "GET", 200, { fields: CHUNKED, body: `0000000${IN_CHUNKS}` }],
  ["a length with zeros before it", "GET", 200, { fields: `Content-Length: 000${HIDDEN.length}\r\n`, body: HIDDEN }],
  ["a body of a HEAD", "HEAD", 200, { fields: LENGTH, body: HIDDEN }],
  ["a body of a POST that the API refuses", "POST", 405, { fields: LENGTH, body: HIDDEN }],
  [
    "a body of a POST from elsewhere",
    "POST",
    403,
    { line: () => "POST /services HTTP/1.1\r\n", fields: LENGTH, body: HIDDEN },
  ],
  [
    "a body of a form that is none",
    "POST",
    415,
    {
      line: () => "POST /api/auth/signout HTTP/1.1\r\n",
      fields: `Origin: http://localhost\r\n${LENGTH}`,
      body: HIDDEN,
    },
  ],
  [
    "a body for another protocol",
    "GET",
    200,
    { fields: `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n${LENGTH}`, body: HIDDEN },
  ],
  [
    "fields that are to be dropped",
    "GET",
    200,
    { fields: `Connection: keep-alive, Content-Length\r\n${LENGTH}`, body: HIDDEN },
  ],
  ["a length in a field of another name", "GET", 200, { fields: "Content_Length: 5\r\nX-Content-Length: 5\r\n" }],
  ["empty lines before it", "GET", 200, { line: (path) => `\r\n\r\nGET ${path} HTTP/1.1\r\n` }],
];

/** On a connection in use, the address was asked for before: what is kept for it is answered past node:http. */
const WAYS: [way: string, isInUse: boolean, cut: boolean][] = [
  ["on a new connection", false, false],
  ["on a connection in use", true, false],
  ["on a connection in use, in two packets", true, true],
];

/** The head of a message and what follows it as two pieces. */
function toPieces(bytes: string, cut: boolean): string[] {
  const at = bytes.indexOf("\r\n\r\n") + 4;
  return cut && at < bytes.length ? [bytes.slice(0, at), bytes.slice(at)] : [bytes];
}

/** Checks the answers to a connection, and that nobody else is answered anything that was hidden in it. */
async function attack(isInUse: boolean, path: string, pieces: string[], methods: string[]) {
  const before = isInUse ? [plain(path), plain(path)] : [];
  const received = await exchange(baseUrl, [...before, ...pieces]);
  expect(received).not.toContain(MARK);
  const answers = readAnswers(received, [...before.map(() => "GET"), ...methods]).map(({ status }) => status);
  const ofOthers = await Promise.all([get(path, { reuses: false }), get(path)]);
  for (const { status, text } of ofOthers) {
    expect(status).toBe(200);
    expect(text).toBe(ofOthers[0].text);
    expect(JSON.parse(text)).toMatchObject({
      data: [],
      links: { self: expect.stringContaining(path.split("&")[1] ?? "") },
    });
  }
  return answers.slice(before.length);
}

describe.each(WAYS)("%s", (_way, isInUse, cut) => {
  test.each(REFUSED)("refused: %s", async (_what, message) => {
    const path = toPath(++page);
    const answers = await attack(isInUse, path, toPieces(toBytes(path, message), cut), ["GET"]);
    // The end of the connection may overtake its answer where more is sent to it.
    expect(cut ? [[400], []] : [[400]]).toContainEqual(answers);
  });

  test.each(BROKEN_CHUNKS)("answered once at most: chunks with %s", async (_what, body) => {
    const path = toPath(++page);
    const pieces = toPieces(toBytes(path, { fields: CHUNKED, body }), cut);
    expect([[], [200]]).toContainEqual(await attack(isInUse, path, pieces, ["GET"]));
  });

  test.each(READ)("read as one message: %s", async (_what, method, status, message) => {
    const path = toPath(++page);
    const bytes = toBytes(path, { line: (target) => `${method} ${target} HTTP/1.1\r\n`, ...message });
    const pieces = [...toPieces(bytes, cut), plain(path, LAST)];
    expect(await attack(isInUse, path, pieces, [method, "GET"])).toEqual([status, 200]);
  });
});
