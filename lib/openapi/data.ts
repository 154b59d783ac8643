import "server-only";
import { z } from "zod";
import { type Address, BodyReply, type Endpoint } from "@/lib/api/endpoint";
import { NoDataset, readCatalogue } from "@/lib/dataset/data";
import { currentVersion, type Version } from "@/lib/dataset/version";
import { contactUrl, publicUrl } from "@/lib/platform/env";
import { outsideRequests, processSingleton } from "@/lib/platform/process-singleton";
import { createOpenApi } from "./document";

export const getOpenApi = {
  path: "/api/openapi.json",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 60,
} satisfies Address;

/** Makes the answer to an endpoint's example call; undefined where the dataset has none. */
type ShowExample = (endpoint: Endpoint) => Promise<unknown>;

const cached = processSingleton("openapi", () => ({ id: -1, text: null as Promise<string> | null }));

/** The OpenAPI document as it is sent. */
export const toOpenApiReply = ({ version, text }: Awaited<ReturnType<typeof readOpenApi>>) =>
  new BodyReply("application/json; charset=utf-8", text, { version });

/** The OpenAPI document as text, made once a dataset version. Throws NoDataset. */
export async function readOpenApi(endpoints: readonly Endpoint[], showExample: ShowExample) {
  const version = await currentVersion();
  if (version === null) throw new NoDataset();
  if (cached.text === null || cached.id !== version.id) {
    cached.id = version.id;
    const making = outsideRequests(() => makeText(version, endpoints, showExample));
    cached.text = making;
    making.catch(() => {
      if (cached.text === making) cached.text = null;
    });
  }
  return { version, text: await cached.text };
}

async function makeText(
  { version }: Version,
  endpoints: readonly Endpoint[],
  showExample: ShowExample,
): Promise<string> {
  const examples = await Promise.all(
    endpoints.map(async (endpoint) => [endpoint.operationId, shorten(await showExample(endpoint))] as const),
  );
  const { categories } = await readCatalogue();
  const document = createOpenApi(endpoints, {
    serverUrl: publicUrl(),
    contactUrl: contactUrl(),
    datasetVersion: version,
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
