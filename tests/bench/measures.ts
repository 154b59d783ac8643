import { readFile } from "node:fs/promises";

/** The middle one; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.floor(sorted.length / 2);
  const upper = sorted[at] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[at - 1] ?? upper) + upper) / 2;
}

/** Seconds that some work takes. */
export async function timeSeconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** Resident memory of a process, in MB (10^6 bytes); 0 when it is gone. */
export async function readMemoryMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024) / 1_000_000;
}

/** Watches the memory of a process until `stop`, which returns the most that was seen, in MB. */
export function watchMemory(pid: number | undefined): { stop(): number } {
  let mostMb = 0;
  const timer = setInterval(async () => {
    mostMb = Math.max(mostMb, await readMemoryMb(pid));
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return mostMb;
    },
  };
}

/** Seconds as text, the median of rounds. */
export function showSeconds(values: readonly number[]): string {
  return `${median(values).toFixed(2)} s (${values.map((value) => value.toFixed(2)).join(", ")})`;
}
