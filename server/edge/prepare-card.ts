import { randomUUID } from "node:crypto";
import { fetchMissing } from "@/lib/platform/missing";
import type { Responder } from "./cache/respond";

const HOME_CARD = "/image/index/card.png";

/**
 * Draws the card of the home page, which other sites ask for when a link to it is shared: the first picture of a process
 * takes seconds, because the drawing library has to be loaded. A failure is left to who asks for a picture.
 */
export async function prepareCard(responder: Responder): Promise<void> {
  const request = { url: HOME_CARD, headers: {} };
  const caller = () => ({ client: "", signal: new AbortController().signal });
  const context = { address: "", requestId: randomUUID() };
  await fetchMissing(responder.respond({ request, context, caller })).catch(() => null);
}
