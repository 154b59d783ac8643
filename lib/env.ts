import "server-only";
import { z } from "zod";

const Env = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(10),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTACT_URL: z.url({ protocol: /^(https?|mailto)$/ }).optional(),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
});

let settings: z.infer<typeof Env> | undefined;

/**
 * The settings of this process, read on first use (a build has none). Throws a ZodError that names
 * every wrong variable.
 */
export function env() {
  settings ??= Env.parse(process.env);
  return settings;
}

/** The address under which callers reach this service, without a trailing slash. */
export function publicUrl(): string {
  return (env().PUBLIC_URL ?? `http://localhost:${env().PORT}`).replace(/\/+$/, "");
}

/** Where readers report errors and ask for keys (https: or mailto:); null while the operator has not named it. */
export const contactUrl = (): string | null => env().CONTACT_URL ?? null;
