import { z } from "zod";
import type { Address, Endpoint } from "@/lib/api/endpoint";
import { ATTRIBUTION, LICENSE_URL } from "@/lib/contract/envelope";
import { publicUrl } from "@/lib/platform/env";

export const getIndex = {
  path: "/api",
  params: z.object({}),
  query: z.object({}),
  maxAgeSeconds: 0,
} satisfies Address;

const Entry = z
  .object({
    path: z.string().describe("As in the OpenAPI document."),
    summary: z.string(),
    example: z.url().describe("A call that can be made as it is."),
  })
  .meta({ id: "Entry", description: "An endpoint." });

export const ApiIndex = z
  .object({
    data: z.array(Entry),
    links: z.object({ openapi: z.url(), documentation: z.url(), catalog: z.url(), health: z.url(), license: z.url() }),
    attribution: z.string(),
  })
  .meta({ id: "ApiIndex", description: "Every endpoint, and where they are described." });

const linksOf = (base: string) => ({
  openapi: `${base}/api/openapi.json`,
  documentation: `${base}/docs`,
  catalog: `${base}/.well-known/api-catalog`,
  health: `${base}/api/health`,
  license: LICENSE_URL,
});

/** JSON of `ApiIndex`. */
export function writeIndex(endpoints: readonly Endpoint[]): string {
  const base = publicUrl();
  const index: z.infer<typeof ApiIndex> = {
    data: endpoints.map(({ path, summary, example }) => ({ path, summary, example: base + example })),
    links: linksOf(base),
    attribution: ATTRIBUTION,
  };
  return JSON.stringify(index);
}

/** JSON of a link set (RFC 9264) that leads to what describes the API (RFC 9727). */
export function writeCatalog(): string {
  const base = publicUrl();
  const { openapi, documentation, health, license } = linksOf(base);
  return JSON.stringify({
    linkset: [
      {
        anchor: `${base}/api`,
        "service-desc": [{ href: openapi, type: "application/openapi+json" }],
        "service-doc": [{ href: documentation, type: "text/html" }],
        status: [{ href: health, type: "application/json" }],
        license: [{ href: license }],
      },
    ],
  });
}
