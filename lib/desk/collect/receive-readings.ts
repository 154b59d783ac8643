import "server-only";
import type { ActiveKey } from "@/lib/access/keys/lookup";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { type BodyReply, toDataReply } from "@/lib/api/endpoint";
import type { Problem } from "@/lib/api/problem";
import type { RequestContext } from "@/lib/api/request-context";
import { findChangeSet } from "@/lib/desk/changes/data";
import { inUploadPlace } from "@/lib/desk/changes/files/upload-places";
import { jobs } from "@/lib/desk/changes/jobs/jobs";
import { sumCounts } from "@/lib/desk/changes/rules";
import { type ChangeSetFacts, EMPTY_PREVIEW, MAX_FILE_BYTES } from "@/lib/desk/changes/schema";
import { clearFailure, findAnswer, keepAnswer, storeReadings } from "./mutations";
import { BAD_IDEMPOTENCY_KEY, BUSY, EMPTY, findCollector, TOO_LARGE } from "./problems";
import { Collected, IDEMPOTENCY_KEY } from "./schema";

type Call = { request: Request; context: RequestContext };

/** Takes readings as a draft, and answers once it was checked. Nothing that a key sends is published by that. */
export async function receiveReadings(_input: object, { request, context }: Call): Promise<BodyReply | Problem> {
  const collector = findCollector(context);
  if ("kind" in collector) return collector;
  const { headers, body } = request;
  const idempotencyKey = headers.get("idempotency-key");
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) return BAD_IDEMPOTENCY_KEY;
  if (Number(headers.get("content-length") ?? 0) > MAX_FILE_BYTES) return TOO_LARGE;
  if (body === null) return EMPTY;
  const address = readClientAddress(headers);
  const stored = await inUploadPlace("key", () =>
    storeReadings({ key: collector, address, idempotencyKey, content: body }),
  );
  if (stored === null) return BUSY;
  if ("kind" in stored) return stored;
  return toDataReply(await findOutcome(stored.id, collector), stored.isNew ? 201 : 200);
}

async function findOutcome(id: number, { id: keyId }: ActiveKey): Promise<Collected> {
  const first = await findAnswer(id);
  if (first !== null) return Collected.parse(first);
  await clearFailure(id);
  await jobs().start(id);
  const set = await findChangeSet(id);
  if (set === null) throw new Error("the change set is gone");
  const answer = describe(set);
  // What failed on our side has no answer yet: it can be sent again.
  if (set.preview !== null) await keepAnswer(keyId, answer);
  return answer;
}

function describe({ id, state, preview, reasons, failure }: ChangeSetFacts): Collected {
  const { faults } = preview ?? EMPTY_PREVIEW;
  return {
    change_set: id,
    state,
    lines: sumCounts(preview ?? EMPTY_PREVIEW),
    reasons,
    n_faults: faults.count,
    faults: faults.first.map(({ line, column, text }) => ({ line, column, text })),
    failure: preview === null ? (failure ?? "It was not checked. Send the same again.") : null,
  };
}
