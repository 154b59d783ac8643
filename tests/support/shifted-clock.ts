import type { ServerProcess } from "./spawn-server";

/** What a process runs first, so that its clock can be set while it runs; timers go on as they are. */
const PRELOAD = `
const TrueDate = Date;
let shiftMs = 0;
const now = () => TrueDate.now() + shiftMs;
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, values) => (values.length === 0 ? new target(now()) : new target(...values)),
  get: (target, name) => (name === "now" ? now : target[name]),
});
process.on("message", (message) => {
  if (typeof message?.shiftMs !== "number") return;
  shiftMs = message.shiftMs;
  process.send({ shiftedMs: shiftMs });
});`;

/** For the environment of a server whose clock a test sets. */
export const shiftable = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRELOAD)}` };

/** Sets the clock of a server that was started with `shiftable` this far from the true time. */
export function shiftClock({ child }: ServerProcess, shiftMs: number): Promise<void> {
  return new Promise((resolve) => {
    child.once("message", () => resolve());
    child.send({ shiftMs });
  });
}
