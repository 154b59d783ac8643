import "server-only";
import type { IncomingMessage } from "node:http";
import { isRouterState } from "./router-state-rules";
import { readTarget } from "./target-rules";

const ROUTER_STATE = "next-router-state-tree";

type MessageFault = { detail: string; endsConnection: boolean };

const ADDRESS: MessageFault = {
  detail: "This address cannot be read: it has a backslash, or begins with two slashes or with none.",
  endsConnection: false,
};
const HOSTS: MessageFault = { detail: "This request names two hosts.", endsConnection: true };
const CHUNKS: MessageFault = {
  detail: "This request has a body in chunks, which HTTP/1.0 does not know.",
  endsConnection: true,
};
const STATE: MessageFault = {
  detail: "The field Next-Router-State-Tree of this request cannot be read.",
  endsConnection: false,
};

/** Reads the path and query that a message asks for; else its fault: others may read it differently, or Next would answer with 500. */
export function readMessage({ url = "/", headers, rawHeaders, httpVersion }: IncomingMessage): string | MessageFault {
  const target = readTarget(url);
  if (target === null) return ADDRESS;
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1) return HOSTS;
  if (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined) return CHUNKS;
  const state = headers[ROUTER_STATE];
  return state === undefined || isRouterState(String(state)) ? target : STATE;
}
