/** What stands before a path so that one program reads that path and another does not. */
const BEFORE = [
  "",
  "/.",
  "/x/..",
  "/x/../y/../.",
  "/x/%2e%2e",
  "/x/.%2E",
  "/%2e",
  "/x;/..",
  "/x?/..",
  "/scripts/..",
  "/_next/static/%2e%2e",
  "/api/export/..",
  "/mcp/..",
  "/\\x",
  "/\\",
  "\\",
  "/x\\..",
  "/scripts/..\\.",
  "/\\/x",
  "//x",
  "//",
  "///x",
  "/x//..",
  "/.//x/..",
  "/x/..//",
  "/%2f",
  "/%5cx",
  "/x/..%2f",
  "/x/..%5c",
  "/x%00/..",
  "http://x",
  "HTTP://x:80",
  "https://x",
  "http://x\\y",
  "http://a@x",
  "http:\\\\x",
];
const PATHS = ["/admin/sign-in", "/admin/desk", "/api/auth/csrf"];
const WRITTEN: ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replaceAll("/", "\\"),
  (path) => path.replace("/a", "/%61"),
  (path) => path.replace(/\/(?=[^/]*$)/, "\\..\\"),
];

const SHORT = ["/\\", "/\\/", "/\\??", "//", "///", "//x", "/\\x", "*", "http://", "https:///admin/sign-in"];

/** Over 300 odd spellings of addresses of the staff area, as they stand on a request line. */
export const SPELLINGS: readonly string[] = BEFORE.flatMap((before) =>
  PATHS.flatMap((path) => WRITTEN.map((write) => before + write(path))),
).concat(SHORT);
