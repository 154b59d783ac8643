import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { handleApi, loadRoutes } from "@/app/api/handle";
import { handleMcp, MCP_PATH } from "@/lib/agents/mcp";
import { toProblemResponse, toUnreadable } from "@/lib/api/problem";
import { createContext } from "@/lib/api/request-context";
import { setApiSecurityHeaders } from "@/lib/platform/security-headers";

/** Skips Next's routing, which takes several times as long as a cached answer. */
export async function createFastLane(): Promise<RequestListener> {
  await loadRoutes();
  const handle = (request: Request) =>
    new URL(request.url).pathname === MCP_PATH ? handleMcp(request) : handleApi(request);
  const answer = getRequestListener(handle, {
    errorHandler: () => {
      const response = toProblemResponse(toUnreadable(), createContext());
      setApiSecurityHeaders(response.headers);
      return response;
    },
  });
  return (request, response) => {
    if (UNREPRESENTABLE.test(request.method ?? "")) request.method = "PATCH";
    void answer(request, response);
  };
}

export const UNREPRESENTABLE = /^(?:CONNECT|TRACE|TRACK)$/;
