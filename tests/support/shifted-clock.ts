import type { ServerProcess } from "./spawn-server";

/**
 * Preloaded module by which the clock of a running process can be set, and by which time passes for it: on its clock and
 * on the one that is never set. Its timers are not affected.
 */
const PRELOAD = `
const TrueDate = Date;
let shiftMs = 0;
let passedMs = 0;
const steadyNow = performance.now.bind(performance);
performance.now = () => steadyNow() + passedMs;
const now = () => TrueDate.now() + shiftMs;
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, values) => (values.length === 0 ? new target(now()) : new target(...values)),
  get: (target, name) => (name === "now" ? now : target[name]),
});
process.on("message", (message) => {
  if (typeof message?.shiftMs !== "number") return;
  shiftMs = message.shiftMs;
  passedMs = message.passedMs;
  process.send({ shiftedMs: shiftMs });
});`;

/** Environment of a server whose clock a test sets. */
export const shiftable = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRELOAD)}` };

/** Sets the clock of a server started with `shiftable` to this distance from the true time, after so much time has passed. */
export function shiftClock({ child }: ServerProcess, shiftMs: number, passedMs = 0): Promise<void> {
  return new Promise((resolve) => {
    child.once("message", () => resolve());
    child.send({ shiftMs, passedMs });
  });
}

/** Has time pass for a server started with `shiftable`. */
export const letPass = (server: ServerProcess, passedMs: number): Promise<void> =>
  shiftClock(server, passedMs, passedMs);
