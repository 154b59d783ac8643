import type { ServerProcess } from "./spawn-server";

/** Preloaded module that sets the clock of a running process. Timers are not affected. */
const PRELOAD = `
const TrueDate = Date;
let shiftMs = Number(process.env.SHIFT_CLOCK_MS ?? 0);
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

export const shiftable = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRELOAD)}` };

/** Settings of a process whose clock says `day` from its start. */
export const startOn = (day: string) => ({
  ...shiftable,
  SHIFT_CLOCK_MS: String(Date.parse(day) - Date.parse(new Date().toISOString().slice(0, 10))),
});

/** `shiftMs`: distance from the true time, after `passedMs` have passed. */
export function shiftClock({ child }: ServerProcess, shiftMs: number, passedMs = 0): Promise<void> {
  return new Promise((resolve) => {
    child.once("message", () => resolve());
    child.send({ shiftMs, passedMs });
  });
}

export const letPass = (server: ServerProcess, passedMs: number): Promise<void> =>
  shiftClock(server, passedMs, passedMs);
