import { listApproved } from "@/lib/desk/changes/data";
import { jobs } from "@/lib/desk/changes/jobs";
import { workOn } from "@/lib/desk/changes/mutations";

/** Starts the work of the desk in this process: checks and publishes change sets, also those that a stop left approved. */
export async function openDesk(): Promise<{ close(): Promise<void> }> {
  jobs().connect(workOn);
  for (const id of await listApproved()) void jobs().start(id);
  return { close: async () => {} };
}
