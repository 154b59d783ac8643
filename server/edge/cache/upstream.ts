import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import CachePolicy from "http-cache-semantics";
import { UNLIMITED } from "@/lib/api/admit";
import { requestContext } from "@/lib/api/request-context";
import { handleApi } from "@/lib/api/routes";
import { answerPublicPage } from "@/server/edge/page-handler";
import { apiHeaders, policyOf, securityHeaders } from "@/server/edge/security-headers";
import type { Ask, EndpointAsk, PageAsk } from "./cache-key";
import type { Stored } from "./store";

/** Fields of one message or one connection, and those that the front writes itself. */
const NOT_KEPT = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "date", "vary"],
]);

/**
 * Asks Next for what `ask` names and nothing else: no address, key, cookie or other field of any caller reaches it,
 * so whoever asks for the same may have the answer. The caller is admitted already.
 */
export async function askNext(next: RequestListener, ask: PageAsk): Promise<Stored> {
  const security = securityHeaders(ask.target, false);
  const headers = { "user-agent": "price-atlas", "content-security-policy": policyOf(security), ...ask.headers };
  const context = { address: "", requestId: randomUUID(), admission: UNLIMITED };
  const reply = await requestContext.run(context, () =>
    answerPublicPage(next, { method: "GET", url: ask.target, headers }),
  );
  const fields = reply.fields.map(([name, value]): [string, string] => [name.toLowerCase(), String(value)]);
  return toStored(reply.status, fields, security, reply.body);
}

/** Asks the API, without Next: what it would add is only its time, several times that of the answer. */
export async function askEndpoint({ target, headers }: EndpointAsk): Promise<Stored> {
  const context = { address: "", requestId: randomUUID(), admission: UNLIMITED };
  const response = await handleApi(new Request(`http://${headers.host}${target}`), context);
  const identity = Buffer.from(await response.arrayBuffer());
  return toStored(response.status, response.headers, apiHeaders(), identity);
}

/**
 * Whether an answer may be stored here (RFC 9111, 3). Those of endpoints are `private` for what the front adds to them,
 * which is not stored.
 */
export function isStorable({ kind, target, headers: asked }: Ask, { status, headers }: Stored): boolean {
  const shared = kind !== "endpoint";
  const policy = new CachePolicy({ url: target, method: "GET", headers: asked }, { status, headers }, { shared });
  return status === 200 && policy.storable() && headers["set-cookie"] === undefined;
}

type Fields = Iterable<readonly [name: string, value: string]>;

function toStored(status: number, fields: Fields, security: Fields, identity: Buffer): Stored {
  const headers: Record<string, string> = {};
  for (const [name, value] of fields) if (!NOT_KEPT.has(name)) headers[name] = value;
  // An answer for all has no request's id; a problem names its own in its body.
  if (status === 200) delete headers["x-request-id"];
  for (const [name, value] of security) headers[name.toLowerCase()] = value;
  return { status, headers, bodies: { identity } };
}
