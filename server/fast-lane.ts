import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { toProblemResponse } from "@/lib/api/problem";
import { createContext } from "@/lib/api/request-context";
import { toMethodProblem } from "@/lib/api/route";
import { handleApi } from "@/lib/api/routes";

/** Methods of HTTP that the web-standard Request refuses. */
const UNREPRESENTABLE = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Recognizes calls of the API; signing in is Next's and next-auth's. */
export const isCall = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url) && !/^\/api\/auth(?:[/?]|$)/.test(url);

/**
 * Answers calls by the handlers of app/api's route files, without Next's routing, which takes several times as long as a
 * cached answer.
 */
export function createFastLane(): RequestListener {
  const answer = getRequestListener((request) => handleApi(request), {
    overrideGlobalObjects: false,
    errorHandler: () => new Response("This request cannot be read.\n", { status: 400 }),
  });
  const refuse = getRequestListener(
    (_request, { incoming }) => toProblemResponse(toMethodProblem(incoming.method ?? ""), createContext()),
    { overrideGlobalObjects: false },
  );
  return (request, response) => void (UNREPRESENTABLE.has(request.method ?? "") ? refuse : answer)(request, response);
}
