import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import CachePolicy from "http-cache-semantics";
import inject from "light-my-request";
import { connection } from "@/lib/http/connection";
import { policyOf, securityHeaders } from "@/server/security-headers";
import type { Ask } from "./ask";
import type { Stored } from "./store";

/** Fields of one message or one connection, and those that the front writes itself. */
const NOT_KEPT = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "date", "vary"],
]);

/**
 * Asks Next for what `ask` names and nothing else: no address, key, cookie or other field of any caller reaches it,
 * so whoever asks for the same may have the answer. The caller is admitted already.
 */
export async function askNext(next: RequestListener, ask: Ask): Promise<Stored> {
  const security = securityHeaders(ask.target, false);
  const headers = { "user-agent": "price-atlas", "content-security-policy": policyOf(security), ...ask.headers };
  const reply = await connection.run({ address: "", requestId: randomUUID(), isAdmitted: true }, () =>
    inject(next, { method: "GET", url: ask.target, headers }).end(),
  );
  const { res } = reply.raw;
  const kept: Record<string, string> = {};
  for (const name of res.getHeaderNames()) {
    const value = res.getHeader(name);
    if (value !== undefined && !NOT_KEPT.has(name)) kept[name] = String(value);
  }
  // An answer for all has no request's id; a problem names its own in its body.
  if (reply.statusCode === 200) delete kept["x-request-id"];
  for (const [name, value] of security) kept[name.toLowerCase()] = value;
  return { status: reply.statusCode, headers: kept, bodies: { identity: reply.rawPayload } };
}

/** Whether a shared cache may keep an answer (RFC 9111, 3). */
export function isStorable({ target, headers: asked }: Ask, { status, headers }: Stored): boolean {
  const policy = new CachePolicy({ url: target, method: "GET", headers: asked }, { status, headers });
  return status === 200 && policy.storable() && headers["set-cookie"] === undefined;
}
