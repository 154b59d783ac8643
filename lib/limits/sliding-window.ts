import { createHash } from "node:crypto";
import type { Algorithm } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { describe, MAX_SKEW_MS, type Usage, WINDOW_SECONDS } from "./window";

/**
 * lib/limits/window in one atomic step. One hash a caller, so that it also runs on a cluster, and no shebang,
 * which Redis refuses with the flags that Upstash wants.
 */
const SCRIPT = `
local limit, now, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call("HMGET", KEYS[1], "pc", "pf", "pl", "cc", "cf", "cl")
local n = {}
for i = 1, 6 do n[i] = tonumber(kept[i] or 0) end
local pc, pf, pl, cc, cf, cl = n[1], n[2], n[3], n[4], n[5], n[6]

local ahead = math.max(pl, cl) - now
local isSetBack = ahead > tonumber(ARGV[4])
if isSetBack then
  if pc > 0 then pf, pl = pf - ahead, pl - ahead end
  if cc > 0 then cf, cl = cf - ahead, cl - ahead end
end

if now >= cf + window then
  pc, pf, pl, cc, cf, cl = cc, cf, cl, 0, 0, 0
end

local inside, reach = 0, pl - (now - window)
if pc > 1 and reach > 0 then
  inside = math.min(pc, math.ceil((pc - 1) * reach / (pl - pf)))
end

local admitted = 0
if inside + cc < limit then
  admitted = 1
  if cc == 0 then cf = now end
  cc, cl = cc + 1, math.max(cl, now)
end
if admitted == 1 or isSetBack then
  redis.call("HSET", KEYS[1], "pc", pc, "pf", pf, "pl", pl, "cc", cc, "cf", cf, "cl", cl)
end
if admitted == 1 then redis.call("PEXPIRE", KEYS[1], window) end
return {admitted, pc, pf, pl, cc, cf, cl}
`;
const SCRIPT_SHA = createHash("sha1").update(SCRIPT).digest("hex");

type Run = (redis: Redis, key: string, limit: number, now: number) => Promise<{ admitted: boolean; usage: Usage }>;
type RedisContext = { redis: Redis; prefix: string };

/**
 * The algorithm of our limits for @upstash/ratelimit; docs/decisions/2026-11-20-sliding-window-of-our-own.md
 * says why its own does not do. `learn` is told what the store knows of a caller, by the key in the store.
 */
export function slidingWindow(limit: number, learn: (key: string, usage: Usage) => void): Algorithm<RedisContext> {
  return () => ({
    async limit({ redis }, key) {
      const now = Date.now();
      const { admitted, usage } = await runScript(redis, key, limit, now);
      learn(key, usage);
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
  const args = [limit, now, WINDOW_SECONDS * 1000, MAX_SKEW_MS];
  const reply = await redis.evalsha<number[], number[]>(SCRIPT_SHA, keys, args).catch((error: unknown) => {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval<number[], number[]>(SCRIPT, keys, args);
  });
  const [admitted, pc = 0, pf = 0, pl = 0, cc = 0, cf = 0, cl = 0] = reply;
  return {
    admitted: admitted === 1,
    usage: { previous: { count: pc, first: pf, last: pl }, current: { count: cc, first: cf, last: cl } },
  };
};
