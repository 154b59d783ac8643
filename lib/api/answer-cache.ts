import "server-only";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/platform/env";
import { addGauge } from "@/lib/platform/metrics";
import { processSingleton } from "@/lib/platform/process-singleton";
import { type Coding, compress, isWorthCompressing } from "./encodings";
import type { Problem } from "./problem";
import type { CachedAnswer, PassingAnswer } from "./reply";

const OVERHEAD_BYTES = 2_048;

/** The key must name everything an answer depends on, the dataset version included. */
class AnswerCache<Kept extends object> {
  readonly #answers: LRUCache<string, Kept, () => Promise<Kept>> | null;

  constructor(maxBytes: number) {
    this.#answers =
      maxBytes === 0
        ? null
        : new LRUCache<string, Kept, () => Promise<Kept>>({
            maxSize: maxBytes,
            // The compressed bodies together are never longer than the body.
            sizeCalculation: (kept) => OVERHEAD_BYTES + (isAnswer(kept) ? 2 * kept.body.byteLength : 0),
            fetchMethod: (_key, _stale, { context: make }) => make(),
            ignoreFetchAbort: true,
          });
  }

  get bytes(): number {
    return this.#answers?.calculatedSize ?? 0;
  }

  has(key: string): boolean {
    return this.#answers?.has(key) ?? false;
  }

  /** Makes the answer once, however many callers wait, and keeps only good ones. Throws what `make` throws. */
  async fetch(key: string, make: () => Promise<Kept>): Promise<{ answer: Kept; cache: "hit" | "miss" | "none" }> {
    const answers = this.#answers;
    if (answers === null) return { answer: await make(), cache: "none" };
    const hit = answers.get(key);
    if (hit !== undefined) return { answer: hit, cache: "hit" };
    const answer = (await answers.fetch(key, { context: make })) ?? (await make());
    if (!isAnswer(answer) || answer.status !== 200 || /no-store/.test(answer.headers["Cache-Control"] ?? ""))
      answers.delete(key);
    return { answer, cache: "miss" };
  }
}

const isAnswer = (kept: object): kept is CachedAnswer => "encoded" in kept;

/** Half of CACHE_MB each: a flood of invented page addresses evicts no answer of the API. */
function openCache<Kept extends object>(name: string): AnswerCache<Kept> {
  return processSingleton(`${name}-cache`, () => {
    const cache = new AnswerCache<Kept>((env().CACHE_MB * 1_000_000) / 2);
    addGauge(`${name}_cache_bytes`, `Bytes of the cached ${name}s.`, () => cache.bytes);
    return cache;
  });
}

export const answerCache = () => openCache<CachedAnswer | PassingAnswer | Problem>("answer");
export const pageCache = () => openCache<CachedAnswer>("page");

export async function encodeBody(
  answer: CachedAnswer,
  wanted: Coding | null,
): Promise<{ body: Buffer<ArrayBuffer>; coding: Coding | null }> {
  if (wanted === null || !isWorthCompressing(answer.headers["Content-Type"], answer.body))
    return { body: answer.body, coding: null };
  answer.encoded[wanted] ??= compress(answer.body, wanted);
  return { body: await answer.encoded[wanted], coding: wanted };
}
