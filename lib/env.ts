import "server-only";
import { z } from "zod";

const Variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(10),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Proxies of the operator's own in front of this process; each adds one entry to X-Forwarded-For. */
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  UPSTASH_REDIS_REST_URL: z.url({ protocol: /^https?$/ }).optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Memory for answers that are kept ready, in MB (10^6 bytes); 0 makes every answer anew. */
  CACHE_MB: z.coerce.number().int().min(0).max(100_000).default(64),
  /** Keys the cookies of the staff area. Without one nobody can sign in. */
  NEXTAUTH_SECRET: z.string().min(32).optional(),
  GITHUB_ID: z.string().min(1).optional(),
  GITHUB_SECRET: z.string().min(1).optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** How the sign-in page names the OpenID Connect provider. */
  OIDC_NAME: z.string().min(1).default("single sign-on"),
  CONTACT_URL: z.url({ protocol: /^(https?|mailto)$/ }).optional(),
  /** Where exports are kept as files. Without one they are made anew for each caller, as they are sent. */
  EXPORT_DIR: z.string().min(1).optional(),
  /** 1 makes the exports of whole datasets after each publish, before somebody asks; 0 when somebody does. */
  EXPORT_AHEAD: z.enum(["0", "1"]).default("1"),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
});

const TOGETHER = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
] as const;

const Env = Variables.superRefine((variables, { addIssue }) => {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => variables[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    const others = names.filter((name) => !missing.includes(name)).join(" and ");
    for (const name of missing) addIssue({ code: "custom", path: [name], message: `belongs together with ${others}` });
  }
});

let settings: z.infer<typeof Env> | undefined;

/**
 * The settings of this process, read on first use (a build has none). Throws a ZodError that names
 * every wrong variable.
 */
export function env() {
  // "NAME=" in a .env file means the same as leaving it out.
  if (settings === undefined) {
    settings = Env.parse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== "")));
    // next-auth learns its own address from nowhere else.
    process.env.NEXTAUTH_URL = publicUrl();
  }
  return settings;
}

/** The address under which callers reach this service, without a trailing slash. */
export function publicUrl(): string {
  return (env().PUBLIC_URL ?? `http://localhost:${env().PORT}`).replace(/\/+$/, "");
}

/** Where readers report errors and ask for keys (https: or mailto:); null while the operator has not named it. */
export const contactUrl = (): string | null => env().CONTACT_URL ?? null;

/** Addresses of the scripts that next.config.mjs built, fixed by the build. */
export const pageScripts = () => ({
  themeScript: process.env.THEME_SCRIPT ?? "",
  mainScript: process.env.MAIN_SCRIPT ?? "",
});
