import { processSingleton } from "./process-singleton";

const lifecycle = processSingleton("lifecycle", () => ({ isStopping: false }));

/** Makes the process report "not ready": it still answers, and load balancers should send no more requests. */
export function beginStopping(): void {
  lifecycle.isStopping = true;
}

export const isStopping = (): boolean => lifecycle.isStopping;
