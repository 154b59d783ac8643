import "server-only";
import { createClient } from "@redis/client";

/** A client that connects again for ever, and refuses commands while it is away. */
export const makeClient = (url: string, connectTimeout: number, onError: (error: unknown) => void) =>
  createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1_000) },
  }).on("error", onError);
