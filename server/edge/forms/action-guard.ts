import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { readBody } from "@/server/edge/bounds/request-bounds";
import { toFailurePage } from "@/server/edge/pages/failure-page";
import { toTextResponse } from "@/server/edge/responses/whole-response";
import { isStaff } from "@/server/edge/route-kind";
import { readActionForm } from "./action-form";

/** Forms of the staff area are texts of a few hundred characters. */
const BODY_BYTES = { max: 65_536, maxDropped: 4_194_304 };

/** Headers that an action and its page read; Next fails on others, and prints what stands in them. */
const READ_HEADERS = [
  ...["accept", "accept-language", "content-security-policy", "cookie", "next-action"],
  ...["next-url", "origin", "rsc", "user-agent", "x-forwarded-for"],
];

/** Form that was sent, read and rewritten. */
export type Form = { body: Buffer; headers: Record<string, string> };

const Manifest = z.object({ node: z.record(z.string(), z.unknown()) });

/** The ids of every server action of the build. */
export async function readActionIds(): Promise<Set<string>> {
  const text = await readFile(".next/server/server-reference-manifest.json", "utf8");
  return new Set(Object.keys(Manifest.parse(JSON.parse(text)).node));
}

/**
 * The form of a post to a server action as Next is to see it, with the headers that go with it: bounded, one that React can
 * read, to an action that exists. All else is answered with 400, 404 or 413. The origin of the post has been checked.
 */
export async function guardAction(request: IncomingMessage, ids: ReadonlySet<string>): Promise<Form | Response> {
  const { headers, url = "" } = request;
  const [contentType = "", actionId] = [headers["content-type"], headers["next-action"]?.toString()];
  const body = await readBody(request, BODY_BYTES);
  if (body === null) return toTextResponse(413, `A form may have ${BODY_BYTES.max} bytes.`);
  if (!/^multipart\/form-data *;/i.test(contentType)) return toFailurePage("unreadable");
  if (actionId !== undefined && !ids.has(actionId)) return toUnknownAction();
  const sent = await readActionForm(body, contentType, actionId);
  if (sent === null) return toFailurePage("unreadable");
  if (!isStaff(url) || !ids.has(sent.actionId)) return toUnknownAction();
  return toForm(request, new Response(sent.form));
}

/** Rewrites a form from its parsed values, so that nobody parses the client's bytes a second time in another way. */
async function toForm({ headers }: IncomingMessage, form: Response): Promise<Form> {
  const read = READ_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  return {
    body: Buffer.from(await form.arrayBuffer()),
    headers: {
      ...Object.fromEntries(read),
      host: new URL(headers.origin ?? "").host,
      "content-type": form.headers.get("content-type") ?? "",
    },
  };
}

/** The header tells a page of an earlier release to load itself again. */
const toUnknownAction = () => toTextResponse(404, GONE, { "x-nextjs-action-not-found": "1" });

const GONE = "There is no such action here. Load the page again, and send it once more.";
