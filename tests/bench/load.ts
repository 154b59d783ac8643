import autocannon from "autocannon";
import { median } from "./measures";

/** Settings of a part of the benchmark: `databaseUrl` holds the bundled dataset, `seconds` is the length of one load. */
export type BenchOptions = { databaseUrl: string; seconds: number; rounds: number };

/** `requests`: sent in turn on every connection; `requestsOf`: on each of them its own. */
export type Load = {
  url: string;
  seconds: number;
  connections?: number;
  requests?: autocannon.Request[];
  requestsOf?: () => autocannon.Request[];
};

/** Requests a second that `url` answered with 2xx over keep-alive connections. Throws when any other answer came. */
export async function measureRate({ url, seconds, connections = 32, requests, requestsOf }: Load): Promise<number> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    pipelining: 1,
    ...(requests && { requests }),
    ...(requestsOf && { setupClient: (client: autocannon.Client) => client.setRequests(requestsOf()) }),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(
      `${url}: ${JSON.stringify({ non2xx: result.non2xx, errors: result.errors, timeouts: result.timeouts })}`,
    );
  return result["2xx"] / result.duration;
}

/** Medians of `rounds` rounds, each of which measures every peer once, in turn. */
export async function alternate<T extends string>(
  rounds: number,
  peers: Record<T, () => Promise<number>>,
): Promise<Record<T, number>> {
  const figures = {} as Record<T, number[]>;
  const names = Object.keys(peers) as T[];
  for (const name of names) figures[name] = [];
  for (let round = 0; round < rounds; round++) {
    for (const name of names) figures[name].push(await peers[name]());
  }
  const medians = {} as Record<T, number>;
  for (const name of names) medians[name] = median(figures[name]);
  return medians;
}
