import { createHash } from "node:crypto";
import type { Algorithm } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { describe, EXACT_LIMIT, GROUP_MS, MAX_SKEW_MS, type Usage, WINDOW_SECONDS } from "./window";

/**
 * lib/access/limits/window in one atomic step. One string a caller, so that it also runs on a cluster, and no shebang,
 * which Redis refuses with the flags that Upstash wants.
 */
const SCRIPT = `
local limit, now, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local skew, exact, span = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local recorded = redis.call("GET", KEYS[1]) or ""

local ahead = tonumber(string.match(recorded, "(%d+) %d+$") or now) - now
local isSetBack = ahead > skew
local shift = isSetBack and ahead or 0

local at, counts, all = {}, {}, 0
for last, count in string.gmatch(recorded, "(%d+) (%d+)") do
  last, count = tonumber(last) - shift, tonumber(count)
  if last > now - window then
    at[#at + 1], counts[#counts + 1], all = last, count, all + count
  end
end

local admitted = 0
if all < limit then
  admitted = 1
  local last = at[#at]
  local newest = math.max(last or now, now)
  local isSame = last and (last == newest or (limit > exact and math.floor(last / span) == math.floor(newest / span)))
  if isSame then
    at[#at], counts[#counts] = newest, counts[#counts] + 1
  else
    at[#at + 1], counts[#counts + 1] = newest, 1
  end
end

local pairs = {}
for i = 1, #at do pairs[i] = string.format("%.0f %d", at[i], counts[i]) end
local usage = table.concat(pairs, " ")
if admitted == 1 or isSetBack then redis.call("SET", KEYS[1], usage, "PX", window) end
return {admitted, usage}
`;
const SCRIPT_SHA = createHash("sha1").update(SCRIPT).digest("hex");

type Run = (redis: Redis, key: string, limit: number, now: number) => Promise<{ admitted: boolean; usage: Usage }>;
type Reply = [admitted: number, usage: string];
type RedisContext = { redis: Redis; prefix: string };

/**
 * The algorithm of our limits for @upstash/ratelimit; docs/decisions/2026-11-20-sliding-window-of-our-own.md
 * says why its own does not do. `update` receives the usage of a caller, by its key in the store.
 */
export function slidingWindow(limit: number, update: (key: string, usage: Usage) => void): Algorithm<RedisContext> {
  return () => ({
    async limit({ redis }, key) {
      const now = Date.now();
      const { admitted, usage } = await runScript(redis, key, limit, now);
      update(key, usage);
      const { remaining, resetAt } = describe(usage, admitted, limit, now);
      return { success: admitted, limit, remaining, reset: resetAt, pending: Promise.resolve() };
    },
    getRemaining: () => Promise.reject(new Error("not used")),
    resetTokens: () => Promise.reject(new Error("not used")),
  });
}

/** One request of the caller `key` at `now` (Unix milliseconds). Loads the script where it is unknown. */
export const runScript: Run = async (redis, key, limit, now) => {
  const keys = [key];
  const args = [limit, now, WINDOW_SECONDS * 1000, MAX_SKEW_MS, EXACT_LIMIT, GROUP_MS];
  const reply = await redis.evalsha<number[], Reply>(SCRIPT_SHA, keys, args).catch((error: unknown) => {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval<number[], Reply>(SCRIPT, keys, args);
  });
  const [admitted, usage] = reply;
  return { admitted: admitted === 1, usage: usage === "" ? [] : usage.split(" ").map(Number) };
};
