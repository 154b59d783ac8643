import type { Instrumentation } from "next";

/** Records why a page failed, for the log and for the edge, which then sends a page of its own. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method }, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logFailure } = await import("@/lib/api/failure");
  logFailure(error, { method, route: routePath, routeType });
};
