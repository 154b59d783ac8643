import "server-only";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { processSingleton } from "./process-singleton";

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type GaugeReader = () => number | Promise<number>;

const tally = processSingleton("request-tally", () => new Map<string, number>());

export type CountedRequest = {
  route: string;
  method: string;
  status: number;
  cache: string;
  policy: "anonymous" | "key";
};

export function countRequest({ route, method, status, cache, policy }: CountedRequest): void {
  const kind = `${route}\n${method}\n${status}\n${cache}\n${policy}`;
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
}

function writeTally(): void {
  const { requests, cache: results, refusals } = metrics();
  for (const [kind, count] of tally) {
    const [route = "", method = "", status = "", result = "", policy = ""] = kind.split("\n");
    requests.inc({ route, method, status }, count);
    results.inc({ result }, count);
    if (status === "429") refusals.inc({ policy }, count);
  }
  tally.clear();
}

export const metrics = () =>
  processSingleton("metrics", () => {
    const registry = new Registry();
    const registers = [registry];
    collectDefaultMetrics({ register: registry });
    return {
      registry,
      requests: new Counter({
        name: "http_requests_total",
        help: "Requests that were answered, by the pattern of their route.",
        labelNames: ["route", "method", "status"] as const,
        registers,
        // Collected first, so that all other metrics are up to date.
        collect: writeTally,
      }),
      durations: new Histogram({
        name: "http_request_duration_seconds",
        help: "Until the answer of a call was ready, or the last byte of another was sent; of all that no cache had.",
        labelNames: ["route"] as const,
        buckets: BUCKETS_SECONDS,
        registers,
      }),
      cache: new Counter({
        name: "http_cache_requests_total",
        help: "Requests by what the caches did: hit, miss, or none where it has no part.",
        labelNames: ["result"] as const,
        registers,
      }),
      refusals: new Counter({
        name: "rate_limit_refusals_total",
        help: "Answers 429, by whose limit was used up: anonymous or key.",
        labelNames: ["policy"] as const,
        registers,
      }),
    };
  });

/** A reader that fails leaves the gauge out. */
export function addGauge(name: string, help: string, read: GaugeReader): void {
  const { registry } = metrics();
  if (registry.getSingleMetric(name)) return;
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.remove();
      const value = await Promise.resolve()
        .then(read)
        .catch(() => Number.NaN);
      if (!Number.isNaN(value)) this.set(value);
    },
  });
}

/** A gauge with a value for each name that `label` has. A reader that fails leaves it out. */
export function addGaugeBy(name: string, help: string, label: string, read: () => Promise<Map<string, number>>): void {
  const { registry } = metrics();
  if (registry.getSingleMetric(name)) return;
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      const values = await read().catch(() => new Map<string, number>());
      for (const [of, value] of values) this.set({ [label]: of }, value);
    },
  });
}
