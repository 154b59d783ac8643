import "server-only";
import { askApi } from "@/app/api/ask";
import { listChanges } from "@/app/api/changes/contract";
import { CONTRACTS } from "@/app/api/contracts";
import { exportFiles } from "@/app/api/export/[file]/contract";
import { BodyReply, type Endpoint } from "@/lib/api/endpoint";
import { readCatalogue } from "@/lib/dataset/data";
import { contactUrl, publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import { createOpenApi } from "./document";

export const findOpenApi = async (version: Version): Promise<BodyReply> =>
  new BodyReply("application/json; charset=utf-8", await readDocument(version));

/** The OpenAPI document as JSON. */
export const readDocument = (version: Version): Promise<string> => once(version, "openapi", () => makeText(version));

async function makeText(version: Version): Promise<string> {
  const examples = await Promise.all(
    CONTRACTS.map(async (endpoint) => [endpoint.operationId, shorten(await showExample(version, endpoint))] as const),
  );
  const { categories } = await readCatalogue(version);
  const document = createOpenApi({
    serverUrl: publicUrl(),
    contactUrl: contactUrl(),
    datasetVersion: version.version,
    categories,
    examples: Object.fromEntries(examples),
  });
  return JSON.stringify(document);
}

/** Undefined where this dataset lacks the example, and for whole datasets, which may exceed memory. */
async function showExample(version: Version, endpoint: Endpoint): Promise<unknown> {
  if (exportFiles.some(({ path }) => path === endpoint.path)) return undefined;
  const answer = await askApi(await findExample(version, endpoint));
  return answer.ok ? answer.json() : undefined;
}

/** Asks for changes since the version before the newest, which is a short list. */
export async function findExample(version: Version, { path, example }: Endpoint): Promise<string> {
  if (path !== listChanges.path) return example;
  const { versions } = await readCatalogue(version);
  return `${path}?since=${versions.at(-2) ?? versions.at(-1)}`;
}

const SHOWN = 2;

/** Cuts lists to two entries, to show the form of an answer. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}
