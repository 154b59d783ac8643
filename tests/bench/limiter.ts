import { createClient } from "@redis/client";
import { findClientAddress } from "@/lib/access/limits/client-address";
import { toLimitHeaders } from "@/lib/access/limits/headers";
import { MemoryStore } from "@/lib/access/limits/memory-store";
import { startRedis } from "../support/redis";

// Cost of a limit for a request. Run: node --conditions=react-server --import tsx tests/bench/limiter.ts
const REQUESTS = 500_000;
const CALLERS = 50_000;

const store = new MemoryStore();
const addresses = Array.from({ length: CALLERS }, (_, at) => `2001:db8:${(at % 65_536).toString(16)}::1`);
const admit = (at: number) => {
  const sender = findClientAddress(addresses[at % CALLERS] ?? "", 0);
  return toLimitHeaders("anonymous", store.take(`ip:${sender}`, 60), Date.now());
};
for (let at = 0; at < CALLERS; at++) admit(at);
// Processor time: other programs of the machine do not count.
const before = process.cpuUsage();
for (let at = 0; at < REQUESTS; at++) admit(at);
const { user, system } = process.cpuUsage(before);
const microseconds = (user + system) / REQUESTS;
console.log(`in-process: ${microseconds.toFixed(2)} µs a request (address, decision and headers; promised: below 20)`);
if (microseconds >= 20) process.exitCode = 1;

const redis = await startRedis();
Object.assign(process.env, { DATABASE_URL: "postgresql://none@127.0.0.1:1/none", REDIS_URL: redis.url });
const { closeLimiter, takeRequest } = await import("@/lib/access/limits/limiter");
await takeRequest("ip:warm", 60);
const startedRedis = performance.now();
const ROUNDS = 200;
for (let round = 0; round < ROUNDS; round++) {
  await Promise.all(Array.from({ length: 100 }, (_, at) => takeRequest(`ip:${round % 10}.${at}`, 60)));
}
const each = ((performance.now() - startedRedis) * 1_000) / (ROUNDS * 100);
const client = createClient({ url: redis.url });
await client.connect();
const counted = await client.sendCommand<number>(["DBSIZE"]);
console.log(`Redis on this machine, 100 at a time: ${each.toFixed(0)} µs a request (${counted} callers counted there)`);
client.destroy();
closeLimiter();
await redis.kill();
