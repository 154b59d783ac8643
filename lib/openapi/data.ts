import "server-only";
import { NoDataset } from "@/lib/dataset/data";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { publicUrl } from "@/lib/env";
import { admit, refuse } from "@/lib/http/admit";
import type { Answer } from "@/lib/http/answer";
import { BOUND_ENDPOINTS } from "@/lib/http/bound";
import { cacheHeaders, isFresh, readConditions } from "@/lib/http/caching";
import { findKeyInUrl } from "@/lib/http/parse";
import { once, outsideRequests } from "@/lib/once";
import { createOpenApi } from "./document";

const MAX_AGE_SECONDS = 60;
const PATH = "/api/openapi.json";

const kept = once("openapi", () => ({ id: -1, text: null as Promise<string> | null }));

/** The OpenAPI document, made once a dataset version. */
export async function findOpenApi(request: Request): Promise<Answer> {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  const keyInUrl = findKeyInUrl(request.url);
  const fresh = keyInUrl === null && isFresh(readConditions(request), version, PATH);
  const admission = await admit(request, fresh ? 0 : 1);
  const problem = admission.problem ?? keyInUrl;
  if (problem) return refuse(admission, problem);
  const headers = { ...cacheHeaders(version, PATH, MAX_AGE_SECONDS), ...admission.headers };
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
    BOUND_ENDPOINTS.map(async ({ operationId, showExample }) => [operationId, await showExample()] as const),
  );
  return JSON.stringify(createOpenApi(publicUrl(), version.version, Object.fromEntries(examples)), null, 2);
}
