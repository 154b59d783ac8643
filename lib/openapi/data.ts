import "server-only";
import { z } from "zod";
import type { Address, Endpoint } from "@/lib/api/endpoint";
import { readCatalogue } from "@/lib/dataset/data";
import { contactUrl, publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";
import { once } from "@/lib/versions/once";
import { createOpenApi } from "./document";

export const getOpenApi = {
  path: "/api/openapi.json",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 60,
} satisfies Address;

type ShowExample = (endpoint: Endpoint) => Promise<unknown>;

export const readOpenApi = (version: Version, endpoints: readonly Endpoint[], showExample: ShowExample) =>
  once(version, "openapi", () => makeText(version, endpoints, showExample));

async function makeText(version: Version, endpoints: readonly Endpoint[], showExample: ShowExample): Promise<string> {
  const examples = await Promise.all(
    endpoints.map(async (endpoint) => [endpoint.operationId, shorten(await showExample(endpoint))] as const),
  );
  const { categories } = await readCatalogue(version);
  const document = createOpenApi(endpoints, {
    serverUrl: publicUrl(),
    contactUrl: contactUrl(),
    datasetVersion: version.version,
    categories,
    examples: Object.fromEntries(examples),
  });
  return JSON.stringify(document);
}

const SHOWN = 2;

/** Cuts lists to two entries, to show the form of an answer. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}
