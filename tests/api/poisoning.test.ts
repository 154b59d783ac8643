import { describe, expect, test } from "vitest";
import { newSender, type Reply, wire } from "../support/api";
import { toContent } from "../support/page-content";
import { exchange, readAnswers } from "../support/raw";
import { baseUrl } from "../support/server";

const { get, sendPatiently } = wire;

/** Query of an address that tries to change the answers of others. */
type Poison = (path: string, q: string) => string;

const LONG = "evil".repeat(3_000);
const send = (line: string, fields = "", host = "localhost", body = "") =>
  `${line} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${newSender()}\r\nConnection: close\r\n${fields}\r\n${body}`;
const at =
  (target: Poison): Poison =>
  (path, q) =>
    send(`GET ${target(path, q)}`);
const withFields =
  (fields: string): Poison =>
  (path, q) =>
    send(`GET ${path}?${q}`, fields);
const last = (path: string) => path.lastIndexOf("/");

const POISON: [what: string, poison: Poison][] = [
  ["a semicolon between parameters", at((path, q) => `${path}?${q};country=evil;q=evil`)],
  ["a semicolon behind the path", at((path, q) => `${path};evil?${q}`)],
  ["an unknown parameter with a semicolon", at((path, q) => `${path}?utm_content=1;${q}&${q}`)],
  ["a parameter inside an encoded one", at((path, q) => `${path}?${q}%26q=evil`)],
  ["a parameter twice", at((path, q) => `${path}?q=evil&${q}`)],
  ["a parameter twice, encoded", at((path, q) => `${path}?${q}&%71=evil`)],
  ["a parameter with brackets", at((path, q) => `${path}?${q}&q[]=evil&page[]=evil`)],
  ["a parameter of Next's", at((path, q) => `${path}?${q}&_rsc=evil&nxtPslug=evil&__nextLocale=evil`)],
  ["a fragment", at((path, q) => `${path}?${q}#evil`)],
  ["an encoded question mark", at((path, q) => `${path}%3F${q}`)],
  ["an encoded fragment", at((path, q) => `${path}%23?${q}`)],
  ["a long parameter", at((path, q) => `${path}?${q}&evil=${LONG}`)],
  ["two slashes", at((path, q) => `/${path}?${q}`)],
  ["two slashes within", at((path, q) => `${path.slice(0, last(path))}/${path.slice(last(path))}?${q}`)],
  ["an encoded slash", at((path, q) => `${path.slice(0, last(path))}%2F${path.slice(last(path) + 1)}?${q}`)],
  ["a slash behind it", at((path, q) => `${path}/?${q}`)],
  ["a null byte", at((path, q) => `${path}%00?${q}`)],
  ["a null byte and a name", at((path, q) => `${path}%00.css?${q}`)],
  ["a line break", at((path, q) => `${path}%0d%0aX-Evil:1?${q}`)],
  ["a space", at((path, q) => `${path}%20?${q}`)],
  ["a name of a file behind it", at((path, q) => `${path}/evil.css?${q}`)],
  ["an ending of a file", at((path, q) => `${path}.css?${q}`)],
  ["dots that lead here", at((path, q) => `/evil/..${path}?${q}`)],
  ["encoded dots that lead here", at((path, q) => `/evil/%2e%2e${path}?${q}`)],
  ["encoded dots and slash", at((path, q) => `/admin/..%2f${path.slice(1)}?${q}`)],
  ["dots that lead away", at((path, q) => `${path}/..%2f..%2fadmin?${q}`)],
  ["a backslash", at((path, q) => `\\evil\\..${path}?${q}`)],
  ["another case", at((path, q) => `${path.toUpperCase()}?${q}`)],
  ["a letter in disguise", at((path, q) => `${path.replace("s", "%73")}?${q}`)],
  ["a file that is none", at((path, q) => `/_next/static/..%2f..${path}?${q}`)],
  ["another site as its target", at((path, q) => `http://evil.example${path}?${q}`)],
  ["a host in capitals", (path, q) => send(`GET ${path}?${q}`, "", "LOCALHOST")],
  ["another port of the host", (path, q) => send(`GET ${path}?${q}`, "", "evil.example:1")],
  ["a HEAD", (path, q) => send(`HEAD ${path}?${q}`)],
  ["a HEAD with a body", (path, q) => send(`HEAD ${path}?${q}`, "Content-Length: 6\r\n", "localhost", "q=evil")],
  [
    "a form in a GET",
    (path, q) => {
      const fields = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 6\r\n";
      return send(`GET ${path}?${q}`, fields, "localhost", "q=evil");
    },
  ],
  ["a POST", (path, q) => send(`POST ${path}?${q}`, "Origin: http://localhost\r\nContent-Length: 0\r\n")],
  ["a method of its own", (path, q) => send(`PURGE ${path}?${q}`)],
  ["a method that it overrides", withFields("X-HTTP-Method-Override: POST\r\nX-HTTP-Method: DELETE\r\n")],
  ["a long host", withFields(`X-Forwarded-Host: ${LONG}\r\n`)],
  ["a scheme", withFields("X-Forwarded-Proto: http\r\nX-Forwarded-Scheme: nothttps\r\nX-Forwarded-Ssl: off\r\n")],
  ["another address", withFields("X-Original-URL: /evil\r\nX-Rewrite-URL: /evil\r\nX-Forwarded-Prefix: /evil\r\n")],
  ["two hosts behind proxies", withFields("X-Forwarded-Host: a\r\nX-Forwarded-Host: evil\r\nForwarded: host=evil\r\n")],
  ["two cookies of one name", withFields("Cookie: currency=EUR\r\nCookie: currency=evil; currency=TRY\r\n")],
  ["a long cookie", withFields(`Cookie: currency=EUR; evil=${LONG}\r\n`)],
  ["languages that are none", withFields(`Accept-Language: evil-XX, *;q=9, ${"a".repeat(400)}\r\n`)],
  ["types that are none", withFields("Accept: evil/evil, */*;q=0\r\n")],
  ["encodings that are none", withFields("Accept-Encoding: evil, br;q=0, gzip;q=0.001\r\n")],
  ["several ranges", withFields("Range: bytes=0-0,2-3,-1\r\nIf-Range: *\r\n")],
  ["conditions that fail", withFields('If-Match: "evil"\r\nIf-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n')],
  ["nothing but what is kept", withFields("Cache-Control: only-if-cached, max-stale\r\nPragma: evil\r\n")],
  ["fields to be dropped", withFields("Connection: Cookie, Host, Accept-Encoding\r\nTE: trailers\r\n")],
];

/** Depend on the address alone: a new mark avoids a cached answer. */
const VICTIMS: [what: string, path: string, toQuery: (mark: number) => string][] = [
  ["a page", "/services", (mark) => `q=xq${mark}`],
  ["a list of the API", "/api/prices", (mark) => `country=TR&page_size=1&page=${mark}`],
];
const OF_ONE_ANSWER = /^(date|etag|age|connection|keep-alive|x-request-id|ratelimit.*|x-ratelimit-.*)$/;
let mark = 80_000;

function toComparable({ status, headers, text }: Reply, own: string) {
  const kept = [...headers].filter(([name]) => !OF_ONE_ANSWER.test(name));
  return {
    status,
    headers: kept.map(([name, value]) => [name, value.replaceAll(own, "MARK")]),
    text: toContent(text.replaceAll(own, "MARK")),
  };
}

describe.each(VICTIMS)("%s is the same for everyone after", (_kind, path, toQuery) => {
  const ask = async (number: number, reuses: boolean) =>
    toComparable(await sendPatiently("GET", `${path}?${toQuery(number)}`, { reuses }), String(number));

  test.each(POISON)("%s", async (_what, poison) => {
    const untouched = await ask(++mark, false);
    expect(untouched.status).toBe(200);
    const bytes = poison(path, toQuery(++mark));
    const received = await exchange(baseUrl, [bytes]);
    expect(readAnswers(received, [bytes.split(" ")[0] ?? ""])).toHaveLength(1);
    // Rendered, then cached on a reused connection, then after another such request.
    for (const reuses of [false, true, true]) expect(await ask(mark, reuses)).toEqual(untouched);
    await exchange(baseUrl, [bytes]);
    expect(await ask(mark, true)).toEqual(untouched);
  });
});

const BREAKS = [
  "%0d%0a",
  "%0D",
  "%0A",
  "%E5%98%8A%E5%98%8D",
  "%C2%85",
  "%E2%80%A8",
  "%250d%250a",
  "%00%0d%0a",
  "%22%0d%0a",
];
const INJECTED = [
  ...BREAKS.map((ending) => `x${ending}X-Injected:1${ending}${ending}HTTP/1.1%20200%20OK${ending}`),
  "%22;%20x-injected=1",
  "%3E;%20rel=%22x-injected%22,%3C/",
  ",%3Cx-injected%3E",
  "a;%20Domain=x-injected",
  "%0Bx-injected",
];

test.each<[where: string, start: string, end?: string]>([
  ["Location of a search", "/search?q="],
  ["Location of a call", "/docs/call?operation=getProduct&slug="],
  ["Location of a call with parameters", "/docs/call?operation=listPrices&country="],
  ["Location of a page without its slash", "/services/?q="],
  ["Location of a path in another case", "/services/NETFLIX?q="],
  ["Location of signing in, in its path", "/admin/"],
  ["Location of signing in", "/admin/keys?q="],
  ["cookies of signing in", "/api/auth/signin?callbackUrl=/"],
  ["Link of a list", "/api/prices?country="],
  ["Link of pages of a list", "/api/prices?country=TR&page="],
  ["Link of a path", "/api/services/", "/prices"],
  ["Content-Disposition of a list", "/api/prices?format=csv&product="],
  ["Content-Disposition of a comparison", "/api/compare?format=csv&countries=US&products="],
  ["Content-Disposition of an export", "/api/export?dataset=index&format="],
  ["Content-Disposition of an export of a product", "/api/export?format=csv&product="],
])("no value becomes a header: %s", async (_where, start, end = "") => {
  for (const value of INJECTED) {
    const received = await exchange(baseUrl, [send(`GET ${start}${value}${end}`)]);
    const [answer, ...more] = readAnswers(received, ["GET"]);
    expect([value, more.length, answer !== undefined && answer.status < 500]).toEqual([value, 0, true]);
    const { headers = new Headers() } = answer ?? {};
    expect([value, headers.get("x-injected")]).toEqual([value, null]);
    for (const name of ["link", "content-disposition", "set-cookie"])
      expect(`${value} in ${name}: ${headers.get(name)}`).not.toMatch(/: .*[ <"=]x-injected/i);
  }
});

const SQL = [
  "' OR '1'='1",
  "' OR 1=1 --",
  "'; TRUNCATE price; --",
  "' UNION SELECT token_hash FROM api_key --",
  "\\",
  "$1",
  "'||pg_sleep(60)||'",
  "%%%%",
  "____",
].map((text) => (/^[%_]/.test(text) ? text : `qzxqzx${text}`));

test.each<[where: string, start: string]>([
  ["the search of services", "/services?category=video&q="],
  ["a service", "/api/services/"],
  ["the page of a service", "/services/"],
  ["prices of a service", "/api/prices?product="],
  ["prices of a category", "/api/prices?category="],
  ["an export", "/api/export?format=csv&product="],
])("no text becomes part of a query: %s", async (_where, start) => {
  const before = await get("/api/prices?country=TR");
  const harmless = await sendPatiently("GET", `${start}qzxqzx`);
  const shown = ({ text }: Reply) =>
    [...text.matchAll(/href="\/services\/[\w-]+"|"product":"[^"]*"/g)].map(([link]) => link);
  for (const text of SQL) {
    const reply = await sendPatiently("GET", start + encodeURIComponent(text));
    expect([text, reply.status, shown(reply)]).toEqual([text, harmless.status, shown(harmless)]);
  }
  expect((await get("/api/prices?country=TR")).text).toBe(before.text);
});
