import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { handleApi } from "@/lib/api/routes";

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
  return (request, response) => {
    if (UNREPRESENTABLE.test(request.method ?? "")) request.method = "PATCH";
    void answer(request, response);
  };
}

/** Methods of HTTP that a Request cannot have; they are answered as others that the API does not take. */
const UNREPRESENTABLE = /^(?:CONNECT|TRACE|TRACK)$/;
