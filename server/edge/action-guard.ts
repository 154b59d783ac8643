import { readFile } from "node:fs/promises";
import { IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import { readActionForm } from "./action-form";
import { readBody } from "./bounds";
import { refusePage } from "./failure-page";
import { sendText } from "./post-guard";
import { isStaff } from "./route-kind";

/** Forms of the staff area are texts of a few hundred characters. */
const BODY_BYTES = { max: 65_536, maxDropped: 4_194_304 };

/** Headers that an action and its page read; Next fails on others, and prints what stands in them. */
const READ_HEADERS = [
  ...["accept", "accept-language", "content-security-policy", "cookie", "next-action", "next-router-state-tree"],
  ...["next-url", "origin", "rsc", "user-agent", "x-forwarded-for"],
];

const Manifest = z.object({ node: z.record(z.string(), z.unknown()) });

/** The ids of every server action of the build. */
export async function readActionIds(): Promise<Set<string>> {
  const text = await readFile(".next/server/server-reference-manifest.json", "utf8");
  return new Set(Object.keys(Manifest.parse(JSON.parse(text)).node));
}

/**
 * A post to a server action as Next is to see it: read to its end, bounded, one that React can read, to an action that
 * exists. Null where it is none; it is then answered with 400, 404 or 413. The origin of the post has been checked.
 */
export async function guardAction(
  request: IncomingMessage,
  response: ServerResponse,
  ids: ReadonlySet<string>,
): Promise<IncomingMessage | null> {
  const { headers, url = "" } = request;
  const [contentType = "", actionId] = [headers["content-type"], headers["next-action"]?.toString()];
  const body = await readBody(request, BODY_BYTES);
  if (body === undefined) return drop(response);
  if (body === null) return refuse(response, 413);
  if (!/^multipart\/form-data *;/i.test(contentType)) return refuse(response, 400);
  if (actionId !== undefined && !ids.has(actionId)) return refuse(response, 404);
  const sent = await readActionForm(body, contentType, actionId);
  if (sent === null) return refuse(response, 400);
  if (!isStaff(url) || !ids.has(sent.actionId)) return refuse(response, 404);
  return toMessage(request, new Response(sent.form));
}

/** Rewrites a form from its parsed values, so that nobody parses the client's bytes a second time in another way. */
async function toMessage(request: IncomingMessage, form: Response): Promise<IncomingMessage> {
  const body = Buffer.from(await form.arrayBuffer());
  const message = new IncomingMessage(request.socket);
  const { headers, method = "POST", url = "" } = request;
  const kept = READ_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  message.headers = {
    ...Object.fromEntries(kept),
    host: new URL(headers.origin ?? "").host,
    "content-type": form.headers.get("content-type") ?? "",
    "content-length": String(body.byteLength),
  };
  Object.assign(message, { method, url, complete: true });
  message.push(body);
  message.push(null);
  return message;
}

function refuse(response: ServerResponse, status: 400 | 404 | 413): null {
  if (status === 400) refusePage(response, "unreadable");
  else if (status === 413) sendText(response, status, `A form may have ${BODY_BYTES.max} bytes.`);
  // This name tells a page of an earlier release to load itself again.
  else sendText(response, status, GONE, { "x-nextjs-action-not-found": "1" });
  return null;
}

const GONE = "There is no such action here. Load the page again, and send it once more.";

function drop(response: ServerResponse): null {
  response.destroy();
  return null;
}
