import { createHash } from "node:crypto";
import type { Algorithm } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { describe, EXACT_LIMIT, GROUP_MS, type Usage, WINDOW_SECONDS } from "./window";

export const NOW = 'redis.call("TIME")[1] * 1000 + math.floor(redis.call("TIME")[2] / 1000)';

/**
 * Repeats lib/access/limits/window in one atomic step. One key a caller works on a cluster; Redis refuses a shebang
 * with Upstash's flags; times after now are dropped, in case the clock was set back.
 */
export const SCRIPT = `
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local exact, span = tonumber(ARGV[3]), tonumber(ARGV[4])
local now = ${NOW}
local recorded = redis.call("GET", KEYS[1]) or ""

local at, counts, all = {}, {}, 0
for last, count in string.gmatch(recorded, "(%d+) (%d+)") do
  last, count = tonumber(last), tonumber(count)
  if last > now - window and last <= now then
    at[#at + 1], counts[#counts + 1], all = last, count, all + count
  end
end

local admitted = 0
if all < limit then
  admitted = 1
  local last = at[#at]
  if last and (last == now or (limit > exact and math.floor(last / span) == math.floor(now / span))) then
    at[#at], counts[#counts] = now, counts[#counts] + 1
  else
    at[#at + 1], counts[#counts + 1] = now, 1
  end
end

local pairs = {}
for i = 1, #at do pairs[i] = string.format("%.0f %d", at[i], counts[i]) end
local usage = table.concat(pairs, " ")
if admitted == 1 then redis.call("SET", KEYS[1], usage, "PX", window) end
return {admitted, usage, now}
`;
const SCRIPT_SHA = createHash("sha1").update(SCRIPT).digest("hex");

type Reply = [admitted: number, usage: string, now: number];
type RedisContext = { redis: Redis; prefix: string };

/**
 * Algorithm for @upstash/ratelimit; docs/decisions/2026-11-20-sliding-window-of-our-own.md says why. `reset` is in
 * milliseconds from now.
 */
export function slidingWindow(
  limit: number,
  update: (key: string, usage: Usage, now: number) => void,
): Algorithm<RedisContext> {
  return () => ({
    async limit({ redis }, key) {
      const { admitted, usage, now } = await runScript(redis, key, limit);
      update(key, usage, now);
      const { remaining, resetInMs } = describe(usage, admitted, limit, now);
      return { success: admitted, limit, remaining, reset: resetInMs, pending: Promise.resolve() };
    },
    getRemaining: () => Promise.reject(new Error("not used")),
    resetTokens: () => Promise.reject(new Error("not used")),
  });
}

type Taken = { admitted: boolean; usage: Usage; now: number };

async function runScript(redis: Redis, key: string, limit: number): Promise<Taken> {
  const keys = [key];
  const args = [limit, WINDOW_SECONDS * 1000, EXACT_LIMIT, GROUP_MS];
  const reply = await redis.evalsha<number[], Reply>(SCRIPT_SHA, keys, args).catch((error: unknown) => {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval<number[], Reply>(SCRIPT, keys, args);
  });
  return readReply(reply);
}

export function readReply([admitted, usage, now]: Reply): Taken {
  return { admitted: admitted === 1, usage: usage === "" ? [] : usage.split(" ").map(Number), now };
}
