import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import busboy from "busboy";
import { isSecure, keptFormCookieName, sessionCookieName } from "@/lib/access/staff/cookies";
import { dropKeptForm, keepForm } from "@/lib/access/staff/kept-form-mutations";
import { FORM_OWNER_FIELD, KEPT_SECONDS, toRefusalId, UPLOAD_FORM_NAME } from "@/lib/access/staff/kept-form-schema";
import { may, NOT_ALLOWED_PATH, SIGN_IN_PATH, toKeptSignInHref } from "@/lib/access/staff/rules";
import { findByToken } from "@/lib/access/staff/token-data";
import { toProblem } from "@/lib/api/failure";
import { jobs } from "@/lib/desk/changes/jobs";
import { MAX_FILE_BYTES, MAX_FILES } from "@/lib/desk/changes/schema";
import { storeUpload, type Upload } from "@/lib/desk/changes/upload-mutations";
import { isDatabaseUnresponsive } from "@/lib/platform/database-health";
import { CallerLeft } from "@/server/edge/bounds/render-gate";
import { toFailurePage } from "@/server/edge/pages/failure-page";
import { toRedirect } from "@/server/edge/responses/whole-response";

/** Uploads at one time, each with a connection of its own to the database and a few megabytes of memory. */
const AT_A_TIME = 2;
/** Bytes that are read and dropped, so that the browser reads the answer. */
const MAX_DISCARDED_BYTES = 2 * MAX_FILE_BYTES;
const FIELD_LIMITS = { fields: 5, fieldSize: 1_000 };
/** Bytes that are parsed of an upload without a session: its fields, and where their packet ends. */
const MAX_FIELDS_BYTES = 64_000;
const FORM_PATH = "/admin/changes/new";

let running = 0;

/**
 * Receives files of the staff for a change set, as a form with or without scripts sends them, in flat memory, and has it
 * checked. Answers with a redirect: to the change set, or to the form with the reason why there is none. The origin of
 * the post was checked before.
 */
export async function receiveUpload(request: IncomingMessage, address: string): Promise<Response> {
  try {
    const answer = await store(request, address);
    // The browser reads the answer once it has sent what it had to.
    await discard(request);
    return answer;
  } catch (error) {
    if (request.destroyed && !request.complete) throw new CallerLeft();
    await discard(request);
    if (toProblem(error).kind !== "unavailable" && !isDatabaseUnresponsive()) throw error;
    return toFailurePage("unavailable");
  }
}

async function store(request: IncomingMessage, address: string): Promise<Response> {
  const staff = await findByToken(readCookie(request, sessionCookieName()));
  if (staff === null) return keepTitle(request);
  if (!may(staff.role, "change.upload")) return toRedirect(NOT_ALLOWED_PATH, NOT_LISTED);
  if (running >= AT_A_TIME) return toFault("busy");
  running++;
  try {
    const stored = await storeUpload({ staff, address }, (take) => readParts(request, take));
    if (typeof stored === "string") return toFault(stored);
    void jobs().start(stored.id);
    await dropKeptForm(readCookie(request, keptFormCookieName()), UPLOAD_FORM_NAME).catch(() => {});
    return toRedirect(`/admin/changes/${stored.id}`, NOT_LISTED);
  } finally {
    running--;
  }
}

const NOT_LISTED = { "X-Robots-Tag": "noindex" };
const REFUSAL_ID = toRefusalId(UPLOAD_FORM_NAME);
/** Leads to the form with the reason why nothing was stored, which has the focus. */
const toFault = (fault: string) => toRedirect(`${FORM_PATH}?fault=${fault}#${REFUSAL_ID}`, NOT_LISTED);

/** Keeps the title of an upload that came without a session, and leads to the sign-in page. */
async function keepTitle(request: IncomingMessage): Promise<Response> {
  const fields = await readFirstFields(request);
  const cookie = keptFormCookieName();
  const kept = { form: UPLOAD_FORM_NAME, texts: { title: fields.get("title") ?? "" } };
  const id = await keepForm(kept, fields.get(FORM_OWNER_FIELD) ?? "", readCookie(request, cookie));
  if (id === null) return toRedirect(SIGN_IN_PATH, NOT_LISTED);
  const flags = `Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
  const href = toKeptSignInHref(FORM_PATH, REFUSAL_ID);
  return toRedirect(href, { ...NOT_LISTED, "Set-Cookie": `${cookie}=${id}; ${flags}` });
}

/** Reads the fields before the first file, and no more than they may take: nobody has said yet who is sending. */
async function readFirstFields(request: IncomingMessage): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  let parser: busboy.Busboy;
  try {
    parser = busboy({ headers: request.headers, limits: { ...FIELD_LIMITS, files: 0 }, defParamCharset: "utf8" });
  } catch {
    return fields;
  }
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  parser.on("field", (name, value) => void fields.set(name, value));
  for (const event of ["filesLimit", "fieldsLimit", "error", "close"] as const) parser.on(event, end);
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    parser.write(chunk);
    if (isOver || bytes > MAX_FIELDS_BYTES) break;
  }
  return fields;
}

/** Reads fields and files of a form, in their order, and passes each on when the one before is done with. */
async function readParts(request: IncomingMessage, take: Upload): Promise<"unreadable" | "too-long" | null> {
  const limits = {
    ...FIELD_LIMITS,
    files: MAX_FILES,
    fileSize: MAX_FILE_BYTES,
    parts: MAX_FILES + FIELD_LIMITS.fields,
  };
  let parser: busboy.Busboy;
  try {
    parser = busboy({ headers: request.headers, limits, defParamCharset: "utf8" });
  } catch {
    return "unreadable";
  }
  let isTooLong = false;
  let work: Promise<void> = Promise.resolve();
  parser.on("field", (name, value) => take.field(name, value));
  parser.on("file", (_name, stream: Readable & { truncated?: boolean }, { filename }) => {
    if (!filename) return void stream.resume();
    stream.on("limit", () => {
      isTooLong = true;
    });
    work = work.then(() => take.file(filename, stream));
    // Awaited below; until then a failure must not end the process.
    work.catch(() => stream.resume());
  });
  for (const limit of ["filesLimit", "partsLimit", "fieldsLimit"] as const)
    parser.on(limit, () => {
      isTooLong = true;
    });
  const ended = new Promise<"read" | "unreadable">((resolve, reject) => {
    parser.once("close", () => resolve("read"));
    parser.once("error", () => resolve("unreadable"));
    request.once("close", () => request.complete || reject(new Error("the upload broke off")));
  });
  request.pipe(parser);
  const outcome = await ended;
  request.unpipe(parser);
  await work;
  return isTooLong ? "too-long" : outcome === "read" ? null : outcome;
}

async function discard(request: IncomingMessage): Promise<void> {
  let bytes = 0;
  if (request.complete && request.readableEnded) return;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) return void request.destroy();
  }
}

function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? "").split("; ");
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
