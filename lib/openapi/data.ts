import "server-only";
import { admit, refuse } from "@/lib/api/admit";
import { cacheHeaders, isFresh, readConditions } from "@/lib/api/caching";
import type { Answer } from "@/lib/api/handle";
import { findBadQuery } from "@/lib/api/query";
import { readSearch } from "@/lib/api/request-context";
import { BOUND_ENDPOINTS } from "@/lib/api/routes";
import { NoDataset, readCatalogue } from "@/lib/dataset/data";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { contactUrl, publicUrl } from "@/lib/platform/env";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { createOpenApi } from "./document";

const REUSE = { scope: "private", maxAgeSeconds: 60 } as const;
const PATH = "/api/openapi.json";

const kept = processSingleton("openapi", () => ({ id: -1, text: null as Promise<string> | null }));

/** The OpenAPI document, made once a dataset version. */
export async function findOpenApi(request: Request): Promise<Answer> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  const badQuery = findBadQuery(readSearch(request));
  const fresh = badQuery === null && isFresh(readConditions(request), version, PATH);
  const admission = await admit(request, fresh ? 0 : 1);
  const problem = admission.problem ?? badQuery;
  if (problem) return refuse(admission, problem);
  const headers = { ...cacheHeaders(version, PATH, REUSE), ...admission.headers };
  if (fresh) return { status: 304, body: null, headers };
  const body = await readText(version);
  return { status: 200, body, headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } };
}

/** The text of the OpenAPI document, for pages that are made from it. Throws NoDataset. */
export async function readOpenApi(): Promise<string> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  return readText(version);
}

function readText(version: Version): Promise<string> {
  if (kept.text === null || kept.id !== version.id) {
    kept.id = version.id;
    const making = outsideRequests(() => makeText(version));
    kept.text = making;
    making.catch(() => {
      if (kept.text === making) kept.text = null;
    });
  }
  return kept.text;
}

async function makeText(version: Version): Promise<string> {
  const examples = await Promise.all(
    BOUND_ENDPOINTS.map(async ({ operationId, showExample }) => [operationId, shorten(await showExample())] as const),
  );
  const { categories } = await readCatalogue();
  const document = createOpenApi({
    serverUrl: publicUrl(),
    contactUrl: contactUrl(),
    datasetVersion: version.version,
    categories,
    examples: Object.fromEntries(examples),
  });
  return JSON.stringify(document, null, 2);
}

const SHOWN = 2;

/** A value whose lists are cut to two entries: an example shows the form of an answer, not the data. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}
