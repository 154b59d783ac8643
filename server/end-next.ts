import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { followAnswer, untilAnswered } from "@/lib/platform/connections";
import { env } from "@/lib/platform/env";
import { beginStopping, isStopping } from "@/lib/platform/lifecycle";
import { isMetricsServer } from "@/lib/platform/metrics-server";
import { onEndSignal } from "./end-signals";

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

/**
 * Ends a process whose server is Next's own as the launcher ends: with the grace, the last bytes of answers, what `close`
 * does, and code 0. Asks for NEXT_MANUAL_SIG_HANDLE, without which Next ends it too.
 */
export function endNextOnSignals(close: () => Promise<void>): void {
  const servers = new Set<Server>();
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Started;
    if (isMetricsServer(server)) return;
    servers.add(server);
    followAnswer(request.socket, response);
    if (isStopping()) response.setHeader("Connection", "close");
  });
  onEndSignal(() => void end(servers, close));
}

async function end(servers: ReadonlySet<Server>, close: () => Promise<void>): Promise<never> {
  beginStopping();
  try {
    await sleep(env().SHUTDOWN_GRACE_SECONDS * 1000);
    // That of node:net ends listening and leaves connections alone.
    for (const server of servers) NetServer.prototype.close.call(server);
    await untilAnswered();
    await close();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(0);
}
