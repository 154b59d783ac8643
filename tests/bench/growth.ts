import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { newSender } from "@/tests/support/sender";
import { siteReads } from "@/tests/support/site-reads";
import { median } from "./measures";
import { type Peer, startProduct } from "./processes";

// (i) Every page, feed and call at a million prices against ten thousand: the first one after a publish, of a process
// that is warm. Alone, with two databases of `npm run bench:data`:
// `SMALL_URL=... LARGE_URL=... npx tsx --conditions=react-server tests/bench/growth.ts`.

const MOST_GROWTH = 2;
/** Milliseconds below which times count as this one: there the machine is measured, not the data. */
const FLOOR_MS = 50;
const SLUG = "service-000007";
/** Written ahead after a publish, in minutes at a million prices: measured once, when it is there. */
const WRITTEN_AHEAD = "api_changes";

/** A publish of the data as it stands: what is cached of the version before counts no more. */
const REPUBLISH = `
  WITH newest AS (SELECT * FROM dataset_version ORDER BY id DESC LIMIT 1),
  published AS (
    INSERT INTO dataset_version (version, published_at, data_date, fx_date, prices, products, countries, ended_series)
    SELECT data_date || '.' || id + 1, greatest(clock_timestamp(), published_at + interval '1 second'), data_date, fx_date,
      prices, products, countries, ended_series
    FROM newest RETURNING id, version
  )
  SELECT p.id, p.version, n.id AS before, n.version AS "versionBefore" FROM published p, newest n`;

/** Exports are made when they are asked for: nothing runs beside what is measured. */
const SETTINGS = { TRUST_PROXY_HOPS: "1", EXPORT_AHEAD: "0" };

type Options = { smallUrl: string; largeUrl: string; rounds: number };
type Side = { peer: Peer; client: Client; times: Map<string, number[]>; versionBefore: string };

/** Times of each, in ms, and by how much the worst grows; what grows by more than twice is named. */
export async function measure({ smallUrl, largeUrl, rounds }: Options) {
  const sides = await Promise.all([smallUrl, largeUrl].map(open));
  const [small, large] = sides;
  if (small === undefined || large === undefined) throw new Error("two servers were asked for");
  try {
    const reads = Object.entries(await siteReads(small.peer.url, SLUG));
    for (let round = 0; round <= rounds; round += 1) {
      for (const side of sides) await republish(side);
      for (const [name, path] of reads) {
        if (name === WRITTEN_AHEAD && round < rounds) continue;
        for (const side of sides) {
          if (name !== WRITTEN_AHEAD) await time(side, name, path, round > 0);
          else await timeWritten(side, name);
        }
      }
    }
    const raw: Record<string, { small: number; large: number; growth: number }> = {};
    for (const name of small.times.keys()) {
      const [few, many] = [median(small.times.get(name) ?? []), median(large.times.get(name) ?? [])];
      raw[name] = { small: few, large: many, growth: Math.max(many, FLOOR_MS) / Math.max(few, FLOOR_MS) };
    }
    const grown = Object.entries(raw).filter(([, { growth }]) => growth > MOST_GROWTH);
    if (grown.length > 0) console.log(`more than ${MOST_GROWTH} times: ${grown.map(([name]) => name).join(", ")}`);
    return { ratios: { i_growth: Math.max(...Object.values(raw).map(({ growth }) => growth)) }, raw };
  } finally {
    await Promise.all(sides.map(close));
  }
}

async function open(url: string): Promise<Side> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const peer = await startProduct({ DATABASE_URL: url, ...SETTINGS });
  return { client, peer, times: new Map(), versionBefore: "" };
}

async function close({ client, peer }: Side): Promise<void> {
  await peer.stop();
  await client.end();
}

async function republish(side: Side): Promise<void> {
  const { client, peer } = side;
  await client.query("BEGIN");
  const { rows } = await client.query<{ id: number; version: string; before: number; versionBefore: string }>(
    REPUBLISH,
  );
  const [published] = rows;
  if (published === undefined) throw new Error("nothing was published");
  const { id, version, before } = published;
  side.versionBefore = published.versionBefore;
  for (const table of TABLES_OF_VERSION)
    await client.query(`UPDATE ${table} SET version_id = $1 WHERE version_id = $2`, [id, before]);
  await client.query("SELECT pg_notify('price_atlas_dataset', $1)", [version]);
  await client.query("COMMIT");
  for (;;) {
    const health = await (await fetch(`${peer.url}/api/health`)).text();
    if (health.includes(version)) return;
    await sleep(50);
  }
}

/** Asks for the changes of the newest version until they are written, then once more for the time. */
async function timeWritten(side: Side, name: string): Promise<void> {
  const path = `/api/changes?since=${side.versionBefore}`;
  for (let status = 503; status === 503; await sleep(1_000)) {
    const response = await fetch(side.peer.url + path, { headers: { "x-forwarded-for": newSender() } });
    await response.arrayBuffer();
    status = response.status;
  }
  await time(side, name, path, true);
}

/** Tables in which a publish writes the rows of its version. */
const TABLES_OF_VERSION = [...["country_index", "category_index", "level_difference", "country_lens", "derived_table"]];

async function time({ peer, times }: Side, name: string, path: string, counts: boolean): Promise<void> {
  const started = performance.now();
  const response = await fetch(peer.url + path, { redirect: "manual", headers: { "x-forwarded-for": newSender() } });
  await response.arrayBuffer();
  // Refused requests have no time: they fail whatever the other side took.
  const isAnswered = response.status < 400 || (name === "not_found" && response.status === 404);
  const ms = isAnswered ? performance.now() - started : Number.MAX_SAFE_INTEGER;
  if (counts) times.set(name, [...(times.get(name) ?? []), ms]);
}

if (import.meta.filename === process.argv[1]) {
  const { SMALL_URL: smallUrl = "", LARGE_URL: largeUrl = "", ROUNDS: rounds = "5" } = process.env;
  const { raw } = await measure({ smallUrl, largeUrl, rounds: Number(rounds) });
  for (const [name, { small, large, growth }] of Object.entries(raw))
    console.log(
      name.padEnd(24),
      small.toFixed(0).padStart(7),
      large.toFixed(0).padStart(7),
      growth.toFixed(2).padStart(7),
    );
}
