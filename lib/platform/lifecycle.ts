import { processSingleton } from "./process-singleton";

const lifecycle = processSingleton("lifecycle", () => ({ isStopping: false }));

/** Reports "not ready" so that load balancers stop sending requests; the process still answers. */
export function beginStopping(): void {
  lifecycle.isStopping = true;
}

export const isStopping = (): boolean => lifecycle.isStopping;
