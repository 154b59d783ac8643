import { createHash } from "node:crypto";

const SERVING_ROLE = "price_atlas_server";

/** The address of the serving role beside the owner's; its password follows from the owner's. */
export function toServingUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = createHash("sha256").update(`${SERVING_ROLE} ${url.password}`).digest("hex");
  url.username = SERVING_ROLE;
  return url.href;
}
