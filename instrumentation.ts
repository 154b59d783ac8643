import type { Instrumentation } from "next";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") await (await import("@/lib/background")).startBackground();
}

export const onRequestError: Instrumentation.onRequestError = async (error, { method, headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logPageFailure } = await import("@/lib/api/failure");
  logPageFailure(error, { requestId: headers[REQUEST_ID_HEADER]?.toString(), method, route: routePath });
};
