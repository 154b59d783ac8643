import "server-only";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import busboy from "busboy";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { isOwnPost } from "@/lib/access/staff/origin";
import { may, NOT_ALLOWED_PATH, REFUSAL_ID, toLateSignInHref } from "@/lib/access/staff/roles/rules";
import { sessionCookieName } from "@/lib/access/staff/sessions/cookies";
import { findByToken } from "@/lib/access/staff/set-up/token/data";
import { toProblem } from "@/lib/api/failure";
import { findChangeSet } from "@/lib/desk/changes/data";
import { inUploadPlace } from "@/lib/desk/changes/files/upload-places";
import { jobs } from "@/lib/desk/changes/jobs/jobs";
import { MAX_FILE_BYTES, MAX_FILES } from "@/lib/desk/changes/schema";
import { RowId } from "@/lib/desk/forms/fields-schema";
import { toFailurePage } from "@/lib/pages/failure-page";
import { hasRoom, isDiskFull } from "@/lib/platform/disk";
import { pageSecurityHeaders } from "@/lib/platform/security-headers";
import { storeUpload, type Upload } from "./mutations";

const FIELD_LIMITS = { fields: 5, fieldSize: 1_000 };
const FORM_PATH = "/admin/changes/new";

/**
 * Receives an upload with constant memory and starts its check; `into` in the address names the draft whose files it
 * replaces. Redirects to the change set, or to the page of the form with the reason of a refusal.
 */
export async function receiveUpload(request: Request): Promise<Response> {
  if (!isOwnPost(request.headers)) return new Response(null, { status: 403, headers: toHeaders() });
  const named = new URL(request.url).searchParams.get("into");
  const into = named === null ? null : (RowId.safeParse(named).data ?? "unknown");
  const formPath = typeof into === "number" ? `/admin/changes/${into}` : FORM_PATH;
  try {
    return await store(request, into, formPath);
  } catch (error) {
    if (isDiskFull(error)) return toFault(formPath, "disk-full");
    if (toProblem(error).kind !== "unavailable") throw error;
    const { status, headers, body } = toFailurePage("unavailable", formPath);
    return new Response(body, { status, headers });
  }
}

async function store(request: Request, into: number | "unknown" | null, formPath: string): Promise<Response> {
  const staff = await findByToken(readCookie(request, sessionCookieName()));
  if (staff === null) return toRedirect(toLateSignInHref(formPath));
  if (!may(staff.role, "change.upload")) return toRedirect(NOT_ALLOWED_PATH);
  if (into === "unknown" || (into !== null && (await findChangeSet(into)) === null))
    return toFault(FORM_PATH, "unknown-draft");
  const length = Number(request.headers.get("content-length"));
  // Before the file is read, which would be for nothing. It is stored once and unpacked once.
  if (!(await hasRoom(2 * length))) return toFault(formPath, "disk-full");
  const address = readClientAddress(request.headers);
  const stored = await inUploadPlace("staff", () =>
    storeUpload({ staff, address, into }, (take) => readParts(request, take)),
  );
  if (stored === null) return toFault(formPath, "busy");
  if (typeof stored === "string") return toFault(formPath, stored);
  void jobs().start(stored.id);
  return toRedirect(`/admin/changes/${stored.id}`);
}

/** proxy.ts does not handle uploads, so the staff headers are set here. */
const toRedirect = (path: string) => new Response(null, { status: 303, headers: { ...toHeaders(), Location: path } });

const toFault = (formPath: string, fault: string) => toRedirect(`${formPath}?fault=${fault}#${REFUSAL_ID}`);

const toHeaders = () => ({
  ...pageSecurityHeaders("/admin", null),
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
});

/** Passes parts on in order, each after the one before is finished. */
async function readParts({ headers, body }: Request, take: Upload): Promise<"unreadable" | "too-long" | null> {
  const limits = {
    ...FIELD_LIMITS,
    files: MAX_FILES,
    fileSize: MAX_FILE_BYTES,
    parts: MAX_FILES + FIELD_LIMITS.fields,
  };
  let parser: busboy.Busboy;
  try {
    const contentType = headers.get("content-type") ?? "";
    parser = busboy({ headers: { "content-type": contentType }, limits, defParamCharset: "utf8" });
  } catch {
    return "unreadable";
  }
  if (body === null) return "unreadable";
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
  const received = Readable.fromWeb(body as NodeStream);
  const outcome = await new Promise<"read" | "unreadable">((resolve, reject) => {
    parser.once("close", () => resolve("read"));
    parser.once("error", () => resolve("unreadable"));
    received.once("error", () => reject(new Error("the upload broke off")));
    received.pipe(parser);
  });
  await work;
  return isTooLong ? "too-long" : outcome === "read" ? null : outcome;
}

function readCookie({ headers }: Request, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split("; ");
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
