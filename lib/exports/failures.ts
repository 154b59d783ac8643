import "server-only";
import { Counter } from "prom-client";
import { isStopping } from "@/lib/platform/lifecycle";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import { processSingleton } from "@/lib/platform/process-singleton";

const failures = processSingleton("export-failures", () => {
  const registers = [metrics().registry];
  const help = "Work on exports that failed: making a file, compressing it, or keeping the folder up to date.";
  return new Counter({ name: "export_failures_total", help, labelNames: ["work"] as const, registers });
});

/** Says nothing while the process stops, which abandons exports in progress. */
export function reportFailure(work: "file" | "compression" | "folder", error: unknown, about: object = {}): void {
  if (isStopping()) return;
  failures.inc({ work });
  log().warn({ ...about, work, error: error instanceof Error ? error.message : String(error) }, "an export failed");
}
