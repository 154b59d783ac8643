import type { Instrumentation } from "next";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";

/** Ends a process whose settings are wrong, for which Next would answer each request with 500. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  try {
    await (await import("@/lib/background")).startBackground();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

export const onRequestError: Instrumentation.onRequestError = async (error, { method, headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logPageFailure } = await import("@/lib/api/failure");
  logPageFailure(error, { requestId: headers[REQUEST_ID_HEADER]?.toString(), method, route: routePath });
};
