import type { z } from "zod";
import type { ApiIndex } from "@/app/api/contract";
import { CONTRACTS } from "@/app/api/contracts";
import { BodyReply } from "@/lib/api/endpoint";
import { ATTRIBUTION, LICENSE_URL } from "@/lib/contract/envelope";
import { publicUrl } from "@/lib/platform/env";

const linksOf = (base: string) => ({
  openapi: `${base}/api/openapi.json`,
  documentation: `${base}/docs`,
  catalog: `${base}/.well-known/api-catalog`,
  health: `${base}/api/health`,
  license: LICENSE_URL,
});

export async function findIndex(): Promise<BodyReply> {
  const base = publicUrl();
  const index: z.infer<typeof ApiIndex> = {
    data: CONTRACTS.map(({ path, summary, example }) => ({ path, summary, example: base + example })),
    links: linksOf(base),
    attribution: ATTRIBUTION,
  };
  return new BodyReply("application/json; charset=utf-8", JSON.stringify(index));
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
