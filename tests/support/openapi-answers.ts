import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { Reply } from "./api";
import type { Call } from "./openapi-requests";

const Header = z.looseObject({ $ref: z.string().optional(), required: z.boolean().default(false) });
const Response = z.looseObject({
  headers: z.record(z.string(), Header).default({}),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).default({}),
});
const Answer = z.union([z.object({ $ref: z.string() }), Response]);
const Described = z.looseObject({
  components: z.looseObject({ headers: z.record(z.string(), Header), responses: z.record(z.string(), Response) }),
  paths: z.record(
    z.string(),
    z.object({ get: z.looseObject({ tags: z.array(z.string()), responses: z.record(z.string(), Answer) }) }),
  ),
});

const PROBLEM = "application/problem+json";
const ON_ALL = ["x-request-id", "x-content-type-options", "content-security-policy", "access-control-allow-origin"];

const OF_ALL_HTTP = [
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
  "access-control-expose-headers",
  "content-security-policy",
  "permissions-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
  "strict-transport-security",
  "vary",
  "x-content-type-options",
];

/** The returned function lists everything in which an answer differs from the document. */
export function makeAnswerCheck(document: unknown): (call: Call, reply: Reply) => string[] {
  const { paths, components } = Described.parse(document);
  const isRequired = ({ $ref, required }: z.infer<typeof Header>) =>
    $ref === undefined ? required : components.headers[$ref.split("/").at(-1) ?? ""]?.required !== false;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...z.looseObject({}).parse(document), $id: "openapi" });

  const validate = (pointer: string[], body: unknown): string[] => {
    const fragment = pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
    const check = ajv.getSchema(`openapi#/${fragment.join("/")}`);
    if (!check) return [`no schema at ${pointer.join(" ")}`];
    return check(body) ? [] : [`the body does not fit: ${ajv.errorsText(check.errors)}`];
  };

  return (call, { status, headers, text, body }) => {
    const faults = ON_ALL.filter((name) => !headers.has(name)).map((name) => `${name} is missing`);
    if (status >= 500) faults.push("an error of the server");
    if (/node_modules|prisma|postgres|\bat \w+ \(|<html/i.test(text)) faults.push("shows how it is built");
    const type = headers.get("content-type")?.split(";")[0] ?? "";

    const asProblem = () =>
      type === PROBLEM ? validate(["components", "schemas", "Problem"], body) : [`is ${type}, no problem`];
    const isReading = call.method === "GET" || call.method === "HEAD";
    // A fault of the path may be reported before one of the method.
    if (call.path === "" && (status === 404 || status === 400)) {
      return call.method === "HEAD" ? faults : [...faults, ...asProblem()];
    }
    if (call.method === "OPTIONS") return status === 204 && text === "" ? faults : [...faults, "no preflight's answer"];
    if (!isReading) {
      const takes = call.path === "/api/readings";
      // Without a key that may collect.
      if (takes && call.method === "POST" && status === 401) return [...faults, ...asProblem()];
      if (status !== 405 || headers.get("allow") !== `GET, HEAD, OPTIONS${takes ? ", POST" : ""}`)
        faults.push("no 405 with Allow");
      return [...faults, ...asProblem()];
    }
    const operation = paths[call.path]?.get;
    if (!operation) return [...faults, "no 404"];
    if (operation.tags.includes("data")) {
      if (call.isValid === true && status >= 400) faults.push("refuses what the document allows");
      if (call.isValid === false && status < 400) faults.push("takes what the document does not allow");
    }
    const answer = operation.responses[status];
    const reference = z.object({ $ref: z.string() }).safeParse(answer).data?.$ref;
    const name = reference?.split("/").at(-1) ?? null;
    const response = name === null ? Response.optional().parse(answer) : components.responses[name];
    if (!response) return [...faults, "a status that the document does not name"];
    for (const [name, header] of Object.entries(response.headers))
      if (isRequired(header) && !headers.has(name)) faults.push(`${name} is missing`);
    const declared = new Set([...Object.keys(response.headers).map((name) => name.toLowerCase()), ...OF_ALL_HTTP]);
    for (const name of headers.keys()) if (!declared.has(name)) faults.push(`${name} is not documented`);
    // JSON is what the document declares; what else there is, `format` says in words.
    const asksRows = /[?&]format=(?:csv|ndjson|parquet)|\.(?:csv|ndjson|parquet)(?:\?|$)/i.test(call.target);
    const rowTypes = ["text/csv", "application/x-ndjson", "application/vnd.apache.parquet"];
    // A part has the type of its file.
    const types = status === 206 ? ["application/json"] : Object.keys(response.content);
    if (types.length === 0) return text === "" ? faults : [...faults, "a body where the document has none"];
    const known = [...types, ...(asksRows ? rowTypes : [])];
    if (!known.includes(type)) return [...faults, `${type} is none of ${known.join(", ")}`];
    if (call.method === "HEAD" && text !== "") faults.push("a HEAD with a body");
    if (call.method === "HEAD" || status === 206) return faults;
    if (!/[/+]json$/.test(type)) return faults;
    const place =
      name === null ? ["paths", call.path, "get", "responses", String(status)] : ["components", "responses", name];
    const at = [...place, "content", type, "schema"];
    if (body === undefined) return [...faults, "no JSON"];
    const columns = status === 200 ? readColumns(call.target) : null;
    return [...faults, ...(columns === null ? validate(at, body) : findOtherColumns(columns, body))];
  };
}

/** The columns that a call asks for; null without. */
function readColumns(target: string): string[] | null {
  const asked = new URL(target, "http://here").searchParams.getAll("columns").join().toLowerCase();
  return asked === "" ? null : [...new Set(asked.split(","))];
}

/** With columns, JSON has flat rows of them. */
function findOtherColumns(columns: readonly string[], body: unknown): string[] {
  const { data } = z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(body);
  return data.some((row) => Object.keys(row).join() !== columns.join())
    ? ["has other columns than were asked for"]
    : [];
}
