import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "@/lib/once";

/** What only the socket knows about a request; no header can forge it. */
export type Connection = {
  address: string;
  /** What was thrown while a page was drawn (instrumentation.ts). */
  failure?: unknown;
};

/** Set by the HTTP front for everything a request does; empty on hosts that run Next by themselves. */
export const connection = once("connection", () => new AsyncLocalStorage<Connection>());
