import type { Instrumentation } from "next";
import { connection } from "@/lib/http/connection";

/** Tells the front what was thrown where a page was drawn: it answers with a page of its own, and the right status. */
export const onRequestError: Instrumentation.onRequestError = (error) => {
  const store = connection.getStore();
  if (store) store.failure ??= error;
};
