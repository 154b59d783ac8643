import { AsyncLocalStorage } from "node:async_hooks";
import { processSingleton } from "@/lib/platform/process-singleton";

/**
 * Parts of the page that is being rendered which are HTML already, in the order of their numbers. Next leaves a place for
 * each, so that it neither encodes nor copies them, and server/edge/pages/public-page.ts inserts them.
 */
export const staticParts = processSingleton("static-parts", () => new AsyncLocalStorage<string[]>());

/** Element that stands for a part, or around it where nobody inserts parts. */
export const STATIC_PART = "static-part";

const PLACE = new RegExp(`<${STATIC_PART} data-at="(\\d+)"></${STATIC_PART}>`, "g");

/** Inserts the parts of a page at their places. */
export function insertParts(html: string, parts: readonly string[]): string {
  return html.replace(PLACE, (_, at: string) => parts[Number(at)] ?? "");
}
