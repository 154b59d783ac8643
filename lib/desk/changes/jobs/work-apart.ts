import "server-only";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import type { ImportProgress } from "@/lib/import/report/result";
import { LOCKS_OF_ONE } from "@/lib/platform/advisory-locks";
import { currentTime } from "@/lib/platform/clock";
import { connectClient } from "@/lib/platform/database-client";
import { hasRoom } from "@/lib/platform/disk";
import { env } from "@/lib/platform/env";
import { isRunning } from "@/lib/platform/is-running";
import { isStopping } from "@/lib/platform/lifecycle";
import { log } from "@/lib/platform/log";
import { countNoun } from "@/lib/text/words";
import { workerProcess } from "./worker-process";

const LOCK_EVERY_MS = 500;

type Begun = "draft" | "approved";

/**
 * Checks or publishes a change set in a process of its own, so that no file holds up or ends this one, and records how
 * that failed. Work that began before and never ended, by a crash, is a failure too, not begun again. Throws errors of pg.
 */
export async function workApart(
  id: number,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<void> {
  if (signal.aborted) return;
  const client = await connectClient(env().DATABASE_URL, "change-set");
  try {
    while (!(await lock(client, id))) {
      await sleep(LOCK_EVERY_MS);
      if (signal.aborted) return;
    }
    const set = await begin(client, id);
    if (set === null) return;
    const failure = set.isCutOff
      ? toFailure(set.state, "was cut off")
      : await runWorker(id, set.state, signal, onProgress);
    if (failure === null) return;
    // A clean stop is nobody's fault: what is approved is published after the next start.
    if (!set.isCutOff && (signal.aborted || isStopping())) await client.query(RELEASE, [id]);
    else await fail(client, id, failure);
  } finally {
    // Ends the lock too.
    await client.end();
  }
}

/** False while another process works on it. */
async function lock(client: ClientBase, id: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS held", [
    LOCKS_OF_ONE.changeSet,
    id,
  ]);
  return rows[0]?.held === true;
}

/** Null for what was worked on meanwhile, or decided. */
async function begin(client: ClientBase, id: number): Promise<{ state: Begun; isCutOff: boolean } | null> {
  const { rows } = await client.query<{ state: Begun; is_cut_off: boolean }>(
    `WITH before AS (
       SELECT id, begun_at FROM change_set
       WHERE id = $1 AND (state = 'approved' OR state = 'draft' AND preview IS NULL AND failure IS NULL) FOR NO KEY UPDATE
     )
     UPDATE change_set SET begun_at = $2 FROM before WHERE change_set.id = before.id
     RETURNING state, before.begun_at IS NOT NULL AS is_cut_off`,
    [id, currentTime()],
  );
  const [row] = rows;
  return row === undefined ? null : { state: row.state, isCutOff: row.is_cut_off };
}

const RELEASE = `UPDATE change_set SET begun_at = NULL WHERE id = $1 AND state IN ('draft', 'approved')`;

async function fail(client: ClientBase, id: number, failure: string): Promise<void> {
  await client.query(
    `WITH failed AS (
       UPDATE change_set SET begun_at = NULL, failure = $2, approver_id = NULL, approver = NULL, decided_at = NULL,
         state = CASE state WHEN 'approved' THEN 'waiting' ELSE state END
       WHERE id = $1 AND state IN ('draft', 'approved') AND begun_at IS NOT NULL
       RETURNING id, title, state
     )
     INSERT INTO audit_event (actor, action, target_type, target_id, target_name, after)
     SELECT 'the desk', 'change.fail', 'change', id::text, title, jsonb_build_object('failure', $2::text)
     FROM failed WHERE state = 'waiting'`,
    [id, failure],
  );
  log().warn({ changeSet: id, failure }, "a change set was not worked on");
}

/** Beginning of the names of folders for files; the number of the process follows. */
const FOLDER = "price-atlas-changes-";

/** For the start of a process: removes the folders of processes that were killed, of its own number too. */
export async function removeLeftFolders(): Promise<void> {
  const folder = new RegExp(`^${FOLDER}(\\d+)-`);
  for (const name of await readdir(tmpdir())) {
    const owner = folder.exec(name)?.[1];
    if (owner !== undefined && (Number(owner) === process.pid || !isRunning(Number(owner))))
      await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** Returns a sentence, or null where all went through. */
async function runWorker(
  id: number,
  state: Begun,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<string | null> {
  if (!(await hasRoom(0))) return toFailure(state, REASONS["disk full"]());
  const seconds = env().DESK_TIMEOUT_SECONDS;
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  try {
    const outcome = await workerProcess().run({ id, folder }, { signal, timeoutMs: seconds * 1000, onProgress });
    if (outcome.kind === "done") return null;
    if (outcome.kind === "refused") return `It was not published. ${outcome.refusal}`;
    return toFailure(state, REASONS[outcome.kind](seconds));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const REASONS = {
  "timed out": (seconds: number) => `took longer than ${formatLimit(seconds)}`,
  "disk full": () => "was stopped because the disk is full: make room",
  failed: () => "failed on our side",
};

const toFailure = (state: Begun, what: string) =>
  state === "draft"
    ? `The check ${what}. Nothing was changed; check it again.`
    : `The publish ${what}. Nothing was changed; approve it again.`;

const formatLimit = (seconds: number) =>
  seconds % 60 === 0 ? countNoun(seconds / 60, "minute", "minutes") : countNoun(seconds, "second", "seconds");
