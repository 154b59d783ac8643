import "server-only";
import { z } from "zod";
import { findUrlFault, toLibpqUrl } from "./database-url";

const LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
const MAX_PORT = 65_535;

const text = () => z.string().min(1);

function whole(min: number, max: number) {
  const says = `must be a whole number from ${min} to ${max}`;
  const isInRange = (value: number) => value >= min && value <= max;
  return z
    .string()
    .regex(/^\d{1,9}$/, says)
    .transform(Number)
    .refine(isInRange, says);
}

function address(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be an address such as ${example}` });
}

const databaseAddress = () =>
  z
    .string()
    .refine((url) => findUrlFault(url) === null, {
      error: ({ input }) => findUrlFault(String(input)) ?? "",
      abort: true,
    })
    .transform(toLibpqUrl);

const isOrigin = (value: string) => URL.canParse(value) && /^https?:\/\/[^/?#@]+\/*$/.test(value);

const Variables = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], "must be development, production or test")
    .default("production"),
  DATABASE_URL: databaseAddress().optional(),
  /** Of the role that owns the tables, for migrations, imports and change sets; without it DATABASE_URL does all. */
  DATABASE_OWNER_URL: databaseAddress().optional(),
  DATABASE_POOL_MAX: whole(1, 200).default(10),
  /** After which a caller is told that the database does not answer. */
  DATABASE_TIMEOUT_SECONDS: whole(1, 600).default(5),
  /** A standby, for reads of published tables. */
  DATABASE_REPLICA_URL: databaseAddress().optional(),
  DATA_DIR: text().default(".data"),
  HOST: text().default("127.0.0.1"),
  PORT: whole(0, MAX_PORT).default(3000),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, "must be http:// or https:// and a host, without a path, such as https://prices.example.com")
    .optional(),
  /** Each trusted proxy adds one entry to X-Forwarded-For. */
  TRUST_PROXY_HOPS: whole(0, 10).default(0),
  /** Keeps answering new requests this long after SIGTERM. */
  SHUTDOWN_GRACE_SECONDS: whole(0, 20).default(0),
  MAX_CONNECTIONS: whole(1, 1_000_000).default(4_000),
  REQUEST_TIMEOUT_SECONDS: whole(0, 3_600).default(20),
  METRICS_HOST: text().default("127.0.0.1"),
  /** Null: no metrics server. */
  METRICS_PORT: z
    .union([z.literal("off").transform(() => null), whole(0, MAX_PORT)], {
      error: `must be "off" or a whole number from 0 to ${MAX_PORT}`,
    })
    .default(9464),
  UPSTASH_REDIS_REST_URL: address(/^https?$/, "https://example.upstash.io").optional(),
  UPSTASH_REDIS_REST_TOKEN: text().optional(),
  REDIS_URL: address(/^rediss?$/, "redis://host:6379").optional(),
  /** After which a request is counted by its process alone. */
  REDIS_TIMEOUT_MS: whole(50, 10_000).default(300),
  /** Answer cache in MB (10^6 bytes); 0 turns it off. */
  CACHE_MB: whole(0, 100_000).default(64),
  NEXTAUTH_SECRET: z.string().min(32, "must be 32 characters or more: openssl rand -base64 32").optional(),
  /** 0 lets staff in by passkeys and providers only. */
  STAFF_PASSWORDS: z.enum(["0", "1"], "must be 0 or 1").default("1"),
  GITHUB_ID: text().optional(),
  GITHUB_SECRET: text().optional(),
  GOOGLE_CLIENT_ID: text().optional(),
  GOOGLE_CLIENT_SECRET: text().optional(),
  OIDC_ISSUER: address(/^https?$/, "https://login.example.com").optional(),
  OIDC_CLIENT_ID: text().optional(),
  OIDC_CLIENT_SECRET: text().optional(),
  OIDC_NAME: text().default("single sign-on"),
  CONTACT_URL: address(/^(https?|mailto)$/, "https://example.com/contact or mailto:prices@example.com").optional(),
  /** Server for word of changes by e-mail, from MAIL_FROM; without it none is offered. */
  SMTP_URL: address(/^smtps?$/, "smtps://user:password@mail.example.com").optional(),
  MAIL_FROM: z.email("must be an address such as prices@example.com").optional(),
  MAILS_PER_MINUTE: whole(1, 60_000).default(120),
  /** Without it, exports are made anew for each caller. */
  EXPORT_DIR: text().optional(),
  /** 1 makes whole datasets after each publish, 0 on first request. */
  EXPORT_AHEAD: z.enum(["0", "1"], "must be 0 or 1").default("1"),
  /** 1 reads due sources automatically; 0 leaves it to npm run data:refresh; unset, an owner is asked at the desk. */
  REFRESH: z.enum(["0", "1"], "must be 0 or 1").optional(),
  /** Hosts with ports, comma-separated, that sources may be read from although not public. */
  REFRESH_ALLOW_HOSTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter((host) => host !== "")),
  /** Bounds the process that checks or publishes a change set. */
  DESK_TIMEOUT_SECONDS: whole(1, 86_400).default(600),
  LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(", ")}`).default("info"),
});

export type Variables = z.infer<typeof Variables>;
export const SETTINGS: readonly string[] = Object.keys(Variables.shape);

const TOGETHER = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["SMTP_URL", "MAIL_FROM"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
] as const;

const SECRET = /SECRET|TOKEN|^DATABASE_(OWNER_|REPLICA_)?URL$|REDIS|SMTP/;

export class SettingsError extends Error {}

export function readVariables(): Variables {
  // "NAME=" in a .env file means unset.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const { data, error } = Variables.safeParse(given);
  const faults =
    error?.issues.map(({ path, message }) => `${String(path[0])} ${message}${quote(String(path[0]))}`) ?? [];
  for (const names of TOGETHER) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    const present = names.filter((name) => !missing.includes(name));
    faults.push(`${missing.join(" and ")} must be set together with ${present.join(" and ")}`);
  }
  if (given.SMTP_URL !== undefined && given.PUBLIC_URL === undefined)
    faults.push("PUBLIC_URL must be set with SMTP_URL: mails lead there");
  if (data === undefined || faults.length > 0) throw new SettingsError(`${faults.join("; ")}.`);
  return data;
}

const quote = (name: string) => (SECRET.test(name) ? "" : `, not ${JSON.stringify(process.env[name]?.slice(0, 100))}`);

let settings: (Variables & { DATABASE_URL: string }) | undefined;

/** Reads settings on first use, because a build has none. Throws SettingsError. */
export function env() {
  if (settings === undefined) {
    const { DATABASE_URL, ...others } = readVariables();
    if (DATABASE_URL === undefined) throw new SettingsError("DATABASE_URL is not set.");
    settings = { ...others, DATABASE_URL };
    // next-auth reads its own address only from this variable.
    process.env.NEXTAUTH_URL = publicUrl();
  }
  return settings;
}

export function publicUrl(): string {
  return (env().PUBLIC_URL ?? `http://localhost:${env().PORT}`).replace(/\/+$/, "");
}

/** https: or mailto:; null when the operator set none. */
export const contactUrl = (): string | null => env().CONTACT_URL ?? null;

export const sendsMail = (): boolean => env().SMTP_URL !== undefined;

/** Fixed at build time by next.config.mjs. */
export const pageScripts = () => ({
  themeScript: process.env.THEME_SCRIPT ?? "",
  mainScript: process.env.MAIN_SCRIPT ?? "",
});
