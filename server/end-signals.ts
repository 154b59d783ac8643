/** npm repeats the terminal's Ctrl-C, so close signals count as one. */
const ECHO_MS = 500;

/** Calls `stop` at the first signal that asks this process to end. A second one ends it at once, with code 1. */
export function onEndSignal(stop: () => void): void {
  let signalledAt = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      if (signalledAt > 0 && Date.now() - signalledAt > ECHO_MS) process.exit(1);
      if (signalledAt > 0) return;
      signalledAt = Date.now();
      stop();
    });
}
