import { processSingleton } from "./process-singleton";

const lifecycle = processSingleton("lifecycle", () => ({ isStopping: false }));

/** From now on this process is not ready: it answers, and should be sent no more. */
export function beginStopping(): void {
  lifecycle.isStopping = true;
}

export const isStopping = (): boolean => lifecycle.isStopping;
