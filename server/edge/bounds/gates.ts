import type { IncomingMessage, ServerResponse } from "node:http";
import { readClientAddress } from "@/lib/api/request-context";
import { addGauge } from "@/lib/platform/metrics";
import { isStaff } from "@/server/edge/route-kind";
import { type RenderCaller, RenderGate } from "./render-gate";

/** Two for a client, because a render also waits for the database; three in all, so that another's page has a place. */
const AT_A_TIME = { running: 3, runningOfOne: 2, holdMs: 5_000 };

export type Gates = ReturnType<typeof makeGates>;

/** The gates around whatever Next renders: readers of pages cannot keep the staff from working, nor the other way round. */
export function makeGates() {
  const gates = {
    pages: new RenderGate({ ...AT_A_TIME, waiting: 32, waitingOfOne: 8 }),
    // Refused forms of visitors, which are shown again: a flood of them keeps no page waiting.
    forms: new RenderGate({ ...AT_A_TIME, running: 1, waiting: 3, waitingOfOne: 1 }),
    // Sixty who sign in at one moment are answered, each by the limits of attempts.
    staff: new RenderGate({ ...AT_A_TIME, waiting: 64, waitingOfOne: 8 }),
  };
  const sum = (read: (gate: RenderGate) => number) => read(gates.pages) + read(gates.staff) + read(gates.forms);
  addGauge("renders_running", "Pages and images that are being rendered.", () => sum(({ running }) => running));
  addGauge("renders_waiting", "Pages and images that wait to be rendered.", () => sum(({ waiting }) => waiting));
  return gates;
}

/** The gate that a request target passes. */
export const gateOf = (gates: Gates, url: string): RenderGate => (isStaff(url) ? gates.staff : gates.pages);

/** Client of a render, and a signal that is aborted when it leaves. */
export function toRenderCaller({ headers, socket }: IncomingMessage, response: ServerResponse): RenderCaller {
  const leaving = new AbortController();
  response.once("close", () => leaving.abort());
  const forwardedFor = headers["x-forwarded-for"]?.toString() ?? null;
  return { client: readClientAddress(forwardedFor, socket.remoteAddress), signal: leaving.signal };
}
