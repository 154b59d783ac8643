import "server-only";
import { findChangeSet, findNewestVersionId } from "@/lib/desk/changes/data";
import { reopen } from "@/lib/desk/changes/mutations";
import type { ChangeSetFacts } from "@/lib/desk/changes/schema";
import { db } from "@/lib/platform/db";
import { outsideRequests } from "@/lib/platform/process-singleton";
import { jobs } from "./jobs";

/**
 * Starts the check of a waiting change set again where another was published since its preview, so that nobody approves what
 * they have not seen. Returns it as it is then. Nothing that was approved or decided is touched.
 */
export async function renewPreview(set: ChangeSetFacts): Promise<ChangeSetFacts> {
  if (set.state !== "waiting" || set.previewedId === (await findNewestVersionId())) return set;
  const { id, previewedId } = set;
  const isReopened = await db().$transaction((tx) => reopen(id, tx, { previewedId }));
  if (isReopened) void outsideRequests(() => jobs().start(id));
  return (await findChangeSet(id)) ?? set;
}
