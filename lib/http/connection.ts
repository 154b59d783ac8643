import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "@/lib/once";

/** What only this process knows about a request; no header can forge it. */
export type Connection = {
  /** Of the socket. */
  address: string;
  /** The front has admitted the caller, and logs and counts the answer: it may be given to others too. */
  isAdmitted?: boolean;
};

/** Set by the HTTP front for everything a request does; empty on hosts that run Next by themselves. */
export const connection = once("connection", () => new AsyncLocalStorage<Connection>());
