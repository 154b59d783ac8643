import { readdirSync, readFileSync } from "node:fs";
import type { BuiltAction } from "./staff-actions";
import { toMultipart } from "./visitor";

export type DrawnRequest = { method: string; path: string; headers: Record<string, string>; payload?: string };

/** What is there, for values that find something. */
export type Known = { uuids: readonly string[]; numbers: readonly string[] };

const NASTY = [
  "",
  "%ff",
  "%FF%FE",
  "%",
  "%0",
  "%00",
  "a%00b",
  "%E0%A4%A",
  "%ED%A0%80",
  "%C0%AF",
  "%u0041",
  "%25%66%66",
  ".",
  "..",
  "...",
  "%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "..%5c..",
  "a%2Fb",
  "%2F%2F",
  "%5C",
  ";",
  "a;b=c",
  "-1",
  "0",
  "1.5",
  "1e9",
  "NaN",
  "Infinity",
  "0x10",
  "9007199254740993",
  "2147483648",
  "9".repeat(300),
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "true",
  "[object%20Object]",
  "$ACTION_ID_x",
  "$F1",
  "%27%20OR%201=1--",
  "%3Cscript%3E",
  "%0d%0aX:%20y",
  "%F0%9F%92%A9",
  "%EF%BC%B5%EF%BC%B3",
  "%CC%81%CC%81",
  "%E2%80%AE",
  "\u00e9",
  "\u00ff\u00fe",
  "x".repeat(300),
  "%F0%9F%92%A9".repeat(100),
  "a,".repeat(200),
  "2026-13-45",
  "0000-01-01",
  "99999-01-01",
  "-000001-01-01",
  "2026-02-29T00:00:00Z",
  "*",
  "%2B",
  "+",
  "&&",
  "=",
  "[]",
  "[0]",
  "{}",
  "http://127.0.0.1:9/",
];

const GOOD: Readonly<Record<string, readonly string[]>> = {
  slug: ["netflix", "spotify", "chatgpt", "netflx", "netflix-premium"],
  code: ["TR", "US", "de", "AQ", "ZZ", "TR.svg"],
  product: ["netflix", "spotify"],
  products: ["netflix,spotify", "netflix", "chatgpt,youtube,disney-plus"],
  country: ["TR", "US", "de", ""],
  countries: ["US,TR,DE", "US", "TR,IN,BR"],
  currency: ["EUR", "TRY", "usd", ""],
  home: ["DE", "us"],
  date: ["2024-06-01", "2026-09-29", "1990-01-01"],
  version: ["2026-09-29.2", "2026-09-29.1", "latest"],
  platform: ["ios", "web", "android"],
  period: ["monthly", "yearly"],
  sort: ["cheapest", "name", "usd", "-usd"],
  tax: ["excluded", "included"],
  format: ["csv", "json", "ndjson"],
  dataset: ["prices", "index", "rates", "history", "netflix"],
  page: ["1", "2", "999"],
  page_size: ["1", "200"],
  q: ["netflix", "music turkey", "VAT"],
  figure: ["card.png", "index.svg", "bars.svg", "card.csv", "index.csv", "map.svg"],
  email: ["new@example.com", "viewer@example.com", "owner@example.com"],
  role: ["viewer", "editor", "owner"],
  decision: ["approve", "back", "withdraw", "reject"],
  overlap: ["now", "1h", "24h"],
  way: ["amount", "ended", "product"],
  amount: ["9.99", "0.01", "1000000"],
  day: ["2026-09-29", "2026-11-01"],
  source_url: ["https://example.com/", "http://example.com/"],
  address: ["https://127.0.0.1/", "https://example.com/a.csv"],
  requests_per_minute: ["600", "100000"],
  answer: ["unsure", "It is right", "{}", "confirmed"],
  reason: ["typing_error", "source_error"],
  operation: ["listPrices", "getService", "nothing"],
  callbackUrl: ["/admin/keys", "//evil.example", "/admin/desk?x=1"],
  done: ["fresh", "late", "role", "passkey"],
  back: ["/about", "//evil.example", "/services?q=x"],
  since: ["2026-09-29.1"],
  since_day: ["2026-09-29"],
};
const OTHERS = [
  "category",
  "vendor",
  "region",
  "best",
  "status",
  "group",
  "from",
  "to",
  "base",
  "baseline",
  "share",
  "show",
  "map",
  "rows",
  "kind",
  "object",
  "bom",
  "delimiter",
  "view",
  "empty",
  "state",
  "history",
  "order",
  "who",
  "action",
  "target",
  "file",
  "title",
  "name",
  "owner",
  "note",
  "token",
  "form_id",
  "entry",
  "id",
  "digest",
  "confirmation",
  "expires_at",
  "contact_email",
  "cadence_days",
  "auto_publish",
  "price",
  "purpose",
  "website",
  "sent",
  "current_password",
  "new_password",
  "repeated_password",
  "passkey_name",
  "csrfToken",
  "email[]",
  "__proto__",
  "constructor",
  "$ACTION_KEY",
  "1_x",
  "api_key",
  "url",
  "maxwidth",
  "w",
  "error",
  "fault",
];
const NAMES = [...Object.keys(GOOD), ...OTHERS];

const HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  {},
  {},
  {},
  {},
  { accept: "text/html" },
  { accept: "application/json;q=0, text/csv" },
  { accept: "\u00ff" },
  { "accept-encoding": "br" },
  { "accept-language": "de-AT,\u00ff;q=9" },
  { range: "bytes=9-1,-,x" },
  { "if-none-match": 'W/"x", x' },
  { "if-modified-since": "yesterday" },
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { "next-router-state-tree": "%E0%A4%A" },
  { "next-action": "00".repeat(21) },
  { "next-url": "\u00ff" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "javascript" },
  { authorization: "Basic \u00ff" },
  { "x-api-key": "pa_live_x" },
  { "content-type": "multipart/form-data; boundary=" },
  { "content-type": "application/json" },
];

const COOKIES = [
  "",
  "",
  "",
  "a=b; =; __proto__=1",
  "%ff=%ff",
  "theme=\u00ff",
  "country=%ff",
  "price-atlas.country=%00",
  "price-atlas.currency=%E0%A4%A",
  "price-atlas.session=x.y.z",
  "price-atlas.csrf=|",
  "price-atlas.csrf=%",
  "price-atlas.known=..",
  "price-atlas.return=javascript:1",
  "price-atlas.typed=%",
  `x=${"y".repeat(3_000)}`,
  "price-atlas.state=1; price-atlas.nonce=2; price-atlas.pkce=3",
];

const BODIES = [
  "",
  "{}",
  "[]",
  "null",
  '["$F1"]',
  "%",
  "a=%ff&b[]=1",
  "\u00ff\u00fe",
  "--x\r\n\r\n",
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
];
const TYPES = [
  "application/x-www-form-urlencoded",
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "text/x-component",
  "multipart/form-data",
  "x",
  "",
];

/** Arguments of an action as React's scripts write them, mostly rightly. */
const OWN_CALL = '[{"kind":"new"},"$K1"]';
const CALLS = [
  OWN_CALL,
  OWN_CALL,
  OWN_CALL,
  OWN_CALL,
  OWN_CALL,
  '["$K1"]',
  "[]",
  "{}",
  "null",
  "1",
  "",
  "[",
  '"$K1"',
  '["$0"]',
  '["$F1"]',
  '["$@1"]',
  '["$1"]',
  '["$Q1","$W1"]',
  '["$B1"]',
  '["$n1"]',
  '["$nx"]',
  '["$D"]',
  '["$h1"]',
  '["$i1"]',
  '["$undefined","$K9"]',
  '[{"__proto__":{"then":1}},"$K1"]',
  '["$K1:x:y"]',
  '["$1:__proto__:then"]',
  `[${'["$K1",'.repeat(50)}`,
];

const FILES = /(?:^|\/)(?:page\.tsx|route\.ts)$/;
/** Paths of all pages and route handlers, with their [parameters]. */
const ROUTES: readonly string[] = readdirSync("app", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => FILES.test(path))
  .map((path) => `/${path.replace(FILES, "").replace(/\([^)]*\)\/?/g, "")}`)
  .map((path) => (path.length > 1 ? path.replace(/\/$/, "") : path))
  .sort();
/** Public files and those of the build are asked for too. */
const STATIC = [
  "/favicon.ico",
  "/scripts/x.js",
  "/_next/static/x.js",
  "/_next/image",
  "/maps/world.json",
  "/.well-known/security.txt",
  "/.well-known/x",
];

const readsOnly = (path: string) => !/export (?:const|async function|\{).*POST/.test(safeRead(`app${path}/route.ts`));
function safeRead(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
/** Handlers that take a POST. */
export const POSTED = ROUTES.filter((path) => path.startsWith("/api/auth") || path === "/mcp" || !readsOnly(path));

export class Drawer {
  constructor(
    readonly random: () => number,
    readonly known: Known,
    readonly actions: readonly BuiltAction[],
  ) {}

  get(paths: readonly string[]): DrawnRequest {
    const path = this.#bend(this.#fill(this.pick(paths)));
    const method = this.pick(["GET", "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);
    return { method, path: path + this.#query(), headers: this.#headers() };
  }

  /** To a handler, with whatever kind of body. */
  post(paths: readonly string[]): DrawnRequest {
    const path = this.#bend(this.#fill(this.pick(paths)));
    const type = this.pick(TYPES);
    const fields = new URLSearchParams(this.#fields()).toString();
    const payload = this.random() < 0.4 ? this.pick(BODIES) : fields;
    return {
      method: "POST",
      path: path + this.#query(),
      headers: { ...this.#headers(), "content-type": type },
      payload,
    };
  }

  /** As a form of a page without scripts, or as the script of a page sends it. */
  act(): DrawnRequest {
    const action = this.pick(this.actions);
    const isScripts = this.random() < 0.3;
    const fields = Object.entries(this.#fields());
    const { type, payload } = toMultipart(
      isScripts
        ? Object.fromEntries([...fields.map(([name, value]) => [`1_${name}`, value]), ["0", this.pick(CALLS)]])
        : { [`$ACTION_ID_${action.id}`]: "", ...Object.fromEntries(fields) },
    );
    const path = action.path.replace(/\[\w+\]/g, (name) => this.#segment(name.slice(1, -1)));
    const own = { "content-type": type, ...(isScripts && { "next-action": action.id, accept: "text/x-component" }) };
    const isCut = this.random() < 0.05;
    return {
      method: "POST",
      path,
      headers: { ...this.#headers(), ...own },
      payload: isCut ? payload.slice(0, Math.floor(payload.length * this.random())) : payload,
    };
  }

  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.random() * values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  }

  #fields(): Record<string, string> {
    const count = Math.floor(this.random() * 9);
    return Object.fromEntries([
      ...Array.from({ length: count }, () => this.pick(NAMES)).map((name) => [name, decode(this.#value(name))]),
      ...(this.random() < 0.8 ? [["id", decode(this.#value("id"))]] : []),
    ]);
  }

  /** As it stands in an address. */
  #value(name: string): string {
    return this.#plain(name).replaceAll(" ", "%20");
  }

  #plain(name: string): string {
    const draw = this.random();
    if (draw < 0.3) return this.pick(NASTY);
    if (name === "id" || name === "entry" || name === "file")
      return this.pick(draw < 0.65 ? this.known.uuids : this.known.numbers);
    return this.pick((Object.hasOwn(GOOD, name) && GOOD[name]) || Object.values(GOOD).flat());
  }

  #segment = (name: string): string => this.#value(name === "id" ? "id" : name.replace(/^\.\.\./, ""));
  #fill = (path: string): string => path.replace(/\[([\w.]+)\]/g, (_, name: string) => this.#segment(name));

  /** Mostly leaves a path as it is. */
  #bend(path: string): string {
    const draw = this.random();
    if (draw < 0.75) return path;
    if (draw < 0.83) return `${path}/${this.pick(NASTY)}`;
    if (draw < 0.88)
      return `${path}${this.pick(["/", "//", "/.", "/..", "%2f", ".json", ".rsc", ".txt", "%20", ";x"])}`;
    if (draw < 0.93) return path.replace(/[^/]*$/, this.pick(NASTY));
    if (draw < 0.97) return path.replace("/", this.pick(["//", "/./", "/../", "/%2e/", "/x/../", "/%ff/"]));
    return `/${this.pick(NASTY)}/${this.pick(NASTY)}`;
  }

  #query(): string {
    const count = Math.max(0, Math.floor(this.random() * 8) - 2);
    if (count === 0) return "";
    const pairs = Array.from({ length: count }, () => this.pick(NAMES)).map((name) =>
      this.random() < 0.05 ? this.pick(NASTY) : `${name}=${this.#value(name)}`,
    );
    return `?${pairs.join(this.random() < 0.02 ? ";" : "&")}`;
  }

  #headers(): Record<string, string> {
    const cookie = this.pick(COOKIES);
    return { ...this.pick(HEADERS), ...(cookie !== "" && { cookie }) };
  }
}

export const STAFF_ROUTES = ROUTES.filter((path) => path.startsWith("/admin"));
export const API_ROUTES = ROUTES.filter((path) => path.startsWith("/api"));
export const PAGE_ROUTES = [...ROUTES.filter((path) => !/^\/(?:api|admin)(?:\/|$)/.test(path)), ...STATIC];

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
