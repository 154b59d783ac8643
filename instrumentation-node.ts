import type { Instrumentation } from "next";
import { logPageFailure } from "@/lib/api/failure";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";
import { startBackground } from "@/lib/background";
import { endNextOnSignals } from "@/server/end-next";

/** Ends a process whose settings are wrong, for which Next would answer each request with 500. */
export async function register(): Promise<void> {
  try {
    const background = await startBackground();
    if (process.env.NEXT_MANUAL_SIG_HANDLE) endNextOnSignals(background.close);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

export const onRequestError: Instrumentation.onRequestError = (error, { method, headers }, { routePath }) =>
  logPageFailure(error, { requestId: headers[REQUEST_ID_HEADER]?.toString(), method, route: routePath });
