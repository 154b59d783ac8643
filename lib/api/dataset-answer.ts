import "server-only";
import type { ZodObject, z } from "zod";
import { type Catalogue, readCatalogue } from "@/lib/dataset/data";
import { currentVersion, NoDataset, type Version } from "@/lib/versions/current";
import { answerCache } from "./answer-cache";
import { cacheHeaders, findFresh, isConditional, lastModifiedOf, readConditions, type Tags } from "./caching";
import type { Address, DataOf, Find, RowForm } from "./endpoint";
import { sizeOfBatches } from "./formats";
import type { Problem } from "./problem";
import { hasKnownPath, parseQuery, parseQuietly, toBadQuery } from "./query";
import { type CachedAnswer, type PassingAnswer, writeReply } from "./reply";
import type { Call } from "./request-context";
import { findNamedVersion, readVersionName, toGone } from "./version";

export type Answerer = {
  /** Caching headers of a 304, where the caller has what would be answered. */
  confirm?: (call: Call) => Promise<Record<string, string> | null>;
  reply: (call: Call) => Promise<CachedAnswer | PassingAnswer | Problem>;
  /** Takes what a caller sends; without it there is no POST. */
  post?: (call: Call) => Promise<CachedAnswer | PassingAnswer | Problem>;
};

/** Entity tags where dataset version and canonical query do not suffice. */
export type Tagging<P extends ZodObject, Q extends ZodObject> = (
  version: Version,
  key: string,
  input: z.infer<P> & z.infer<Q>,
) => Tags;

export type DatasetAddress<P extends ZodObject, Q extends ZodObject, R> = Address<P, Q> & {
  response?: R;
  rows?: RowForm<DataOf<R>>;
  fileTypes?: object;
};

type Source<P extends ZodObject, Q extends ZodObject, R> = {
  contract: DatasetAddress<P, Q, R>;
  find: Find<P, Q, R>;
  tagging: Tagging<P, Q>;
};

export function answerFromDataset<P extends ZodObject, Q extends ZodObject, R>(source: Source<P, Q, R>): Answerer {
  return { confirm: (call) => confirm(source, call), reply: (call) => reply(source, call) };
}

/** Compares the tag that a caller has with that of the answer, which is not made. */
async function confirm<P extends ZodObject, Q extends ZodObject, R>(
  { contract, tagging }: Source<P, Q, R>,
  call: Call,
): Promise<Record<string, string> | null> {
  const conditions = readConditions(call.request.headers);
  if (!isConditional(conditions)) return null;
  const asked = await readCall(contract, call, parseQuietly);
  if (asked === null || "kind" in asked || !hasKnownPath(call.params, asked.catalogue)) return null;
  const { version, isPinned, key, input } = asked;
  const etag = findFresh(conditions, lastModifiedOf(version), tagging(version, key, input));
  return etag === null ? null : cacheHeaders(version, etag, { ...contract, isPinned });
}

/** Gives the answer of the cache, or makes it. */
async function reply<P extends ZodObject, Q extends ZodObject, R>(
  source: Source<P, Q, R>,
  call: Call,
): Promise<CachedAnswer | PassingAnswer | Problem> {
  const { isLive, fileTypes } = source.contract;
  const asked = await readCall(source.contract, call, parseQuery);
  if (asked === null) throw new NoDataset();
  if ("kind" in asked) return asked;
  const make = () => makeAnswer(source, asked);
  if (isLive || fileTypes) return make();
  const { version, isPinned, key } = asked;
  const { answer, cache } = await answerCache().fetch(`${version.id}.${version.redacted} ${isPinned} ${key}`, make);
  call.context.cache = cache;
  return answer;
}

type Asked<P extends ZodObject, Q extends ZodObject> = Chosen & {
  path: string;
  query: z.infer<Q>;
  canonical: string;
  /** Canonical path and query. */
  key: string;
  input: z.infer<P> & z.infer<Q>;
};

/** Chooses the version, and checks path and query by its names. Null before the first publish. */
async function readCall<P extends ZodObject, Q extends ZodObject>(
  contract: DatasetAddress<P, Q, unknown>,
  { path, params, search }: Call,
  parse: typeof parseQuery,
): Promise<Asked<P, Q> | Problem | null> {
  const named = contract.params.safeParse(params);
  if (!named.success) return toUnknownFile(path);
  const chosen = await chooseVersion(contract, search);
  if (chosen === null || "kind" in chosen) return chosen;
  const parsed = parse(search, contract.query, chosen.catalogue);
  if (!parsed.ok) return toBadQuery(parsed.errors);
  const { value: query, canonical } = parsed;
  return { ...chosen, path, query, canonical, key: `${path}?${canonical}`, input: { ...named.data, ...query } };
}

type Chosen = { version: Version; catalogue: Catalogue; isPinned: boolean };

/** Takes the version that a call names, else the newest. Files outlast the rows of their version. */
async function chooseVersion(
  { query, fileTypes }: Pick<Address, "query"> & { fileTypes?: object },
  search: string,
): Promise<Chosen | Problem | null> {
  const requested = "version" in query.shape ? await findNamedVersion(readVersionName(search)) : null;
  if (requested !== null && !requested.isPruned)
    return { version: requested, catalogue: await readCatalogue(requested), isPinned: true };
  if (requested !== null && !fileTypes) return toGone(requested);
  const newest = await currentVersion();
  if (newest === null) return null;
  return { version: requested ?? newest, catalogue: await readCatalogue(newest), isPinned: requested !== null };
}

/** Finds the data and writes them; of rows without a page batch by batch. */
async function makeAnswer<P extends ZodObject, Q extends ZodObject, R>(
  { contract, find, tagging }: Source<P, Q, R>,
  { version, isPinned, path, query, canonical, key, input }: Asked<P, Q>,
): Promise<CachedAnswer | PassingAnswer | Problem> {
  const size = contract.rows ? sizeOfBatches(contract, query, canonical) : null;
  const read = (page: number) => find(version, { ...input, page, page_size: size });
  const found = await (size === null ? find(version, input) : read(1));
  if ("kind" in found) return found;
  return writeReply(found, {
    ...contract,
    path,
    query,
    canonical,
    tags: tagging(version, key, input),
    version,
    isPinned,
    pinnedBy: ["version", "until"].find((name) => name in contract.query.shape),
    batches: size === null ? null : { size, read },
  });
}

const toUnknownFile = (path: string): Problem => ({
  kind: "not-found",
  detail: "There is no file of this name; datasets end in .csv, .json, .ndjson or .parquet.",
  suggestions: [".csv", ".json", ".ndjson", ".parquet"].map((ending) => path.replace(/\.[^.]*$/, ending)),
});
