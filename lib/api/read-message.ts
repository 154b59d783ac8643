import "server-only";
import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
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

/** The path and query that a message asks for, or its fault: what others may read differently, or Next would answer with 500. */
export function readMessage({ url = "/", headers, rawHeaders, httpVersion }: IncomingMessage): string | MessageFault {
  const target = readTarget(url);
  if (target === null) return ADDRESS;
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1) return HOSTS;
  if (httpVersion === "1.0" && headers["transfer-encoding"] !== undefined) return CHUNKS;
  return isRouterState(headers[ROUTER_STATE]) ? target : STATE;
}

function isRouterState(value: string | string[] | undefined): boolean {
  if (value === undefined) return true;
  try {
    parseAndValidateFlightRouterState(value);
    return true;
  } catch {
    return false;
  }
}
