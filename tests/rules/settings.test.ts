import { afterEach, expect, test, vi } from "vitest";
import { readVariables, SettingsError } from "@/lib/platform/env";

afterEach(() => void vi.unstubAllEnvs());

function refuse(settings: Record<string, string>): string | null {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    readVariables();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return error instanceof Error ? error.message : "";
  }
}

const NUMBER = "must be a whole number from";

test.each<[name: string, value: string, says: string]>([
  ["PORT", "abc", `${NUMBER} 0 to 65535, not "abc"`],
  ["PORT", "65536", `${NUMBER} 0 to 65535, not "65536"`],
  ["PORT", "0x50", `${NUMBER} 0 to 65535, not "0x50"`],
  ["TRUST_PROXY_HOPS", "-1", `${NUMBER} 0 to 10, not "-1"`],
  ["TRUST_PROXY_HOPS", "yes", `${NUMBER} 0 to 10, not "yes"`],
  ["NEXTAUTH_SECRET", "too-short", "must be 32 characters or more: openssl rand -base64 32"],
  ["PUBLIC_URL", "prices.example.com", 'without a path, such as https://prices.example.com, not "prices.example.com"'],
  ["PUBLIC_URL", "https://example.com/prices", "without a path, such as https://prices.example.com"],
  ["DATABASE_URL", "mysql://user:secret-word@host/name", "must be an address such as postgresql://user:password@host"],
  [
    "DATABASE_URL",
    "postgresql://user:secret-word@[127/none",
    "must be an address such as postgresql://user:password@host",
  ],
  ["DATABASE_URL", "'postgresql://u:secret-word@host/name'", "must stand without quotes: leave out '"],
  ["DATABASE_URL", '"postgresql://u:secret-word@host/name"', 'must stand without quotes: leave out "'],
  ["DATABASE_URL", "postgresql://u:secret@word@host/name", 'has the character "@" in its password: write it as %40'],
  ["DATABASE_URL", "postgresql://u:secret#word@host/name", 'has the character "#" in its password: write it as %23'],
  ["DATABASE_URL", "postgresql://u:secret/word@host/name", 'has the character "/" in its password: write it as %2F'],
  ["DATABASE_URL", "postgresql://u:secret%word@host/name", 'has the character "%" in its password: write it as %25'],
  ["DATABASE_POOL_MAX", "0", `${NUMBER} 1 to 200, not "0"`],
  ["DATABASE_TIMEOUT_SECONDS", "0", `${NUMBER} 1 to 600, not "0"`],
  ["CACHE_MB", "1.5", `${NUMBER} 0 to 100000, not "1.5"`],
  ["SHUTDOWN_GRACE_SECONDS", "21", `${NUMBER} 0 to 20, not "21"`],
  ["METRICS_PORT", "none", 'must be "off" or a whole number from 0 to 65535, not "none"'],
  ["UPSTASH_REDIS_REST_URL", "redis://:secret-word@host", "must be an address such as https://example.upstash.io"],
  [
    "UPSTASH_REDIS_REST_TOKEN",
    "secret-word",
    "UPSTASH_REDIS_REST_URL must be set together with UPSTASH_REDIS_REST_TOKEN",
  ],
  ["REDIS_TIMEOUT_MS", "0", `${NUMBER} 50 to 10000`],
  ["REDIS_URL", "http://:secret-word@host", "must be an address such as redis://host:6379"],
  ["SMTP_URL", "https://user:secret-word@host", "must be an address such as smtps://user:password@mail.example.com"],
  ["SMTP_URL", "smtps://user:secret-word@host", "MAIL_FROM must be set together with SMTP_URL"],
  ["SMTP_URL", "smtps://user:secret-word@host", "PUBLIC_URL must be set with SMTP_URL"],
  ["MAIL_FROM", "nobody", "must be an address such as prices@example.com"],
  ["GITHUB_ID", "id", "GITHUB_SECRET must be set together with GITHUB_ID"],
  ["GITHUB_SECRET", "secret-word", "GITHUB_ID must be set together with GITHUB_SECRET"],
  ["GOOGLE_CLIENT_ID", "id", "GOOGLE_CLIENT_SECRET must be set together with GOOGLE_CLIENT_ID"],
  ["OIDC_ISSUER", "login.example.com", "must be an address such as https://login.example.com"],
  ["OIDC_CLIENT_ID", "id", "OIDC_ISSUER and OIDC_CLIENT_SECRET must be set together with OIDC_CLIENT_ID"],
  ["OIDC_CLIENT_SECRET", "secret-word", "OIDC_ISSUER and OIDC_CLIENT_ID must be set together with OIDC_CLIENT_SECRET"],
  ["CONTACT_URL", "somebody", "must be an address such as https://example.com/contact or mailto:prices@example.com"],
  ["LOG_LEVEL", "loud", 'must be one of silent, fatal, error, warn, info, debug, trace, not "loud"'],
])("a wrong %s=%s is one line that names it, and no secret", (name, value, says) => {
  const line = refuse({ [name]: value });
  expect(line).toContain(name);
  expect(line).toContain(says);
  expect(line).toMatch(/^.+\.$/);
  expect(line).not.toContain("secret-word");
});

test("all wrong settings are named at once", () => {
  expect(refuse({ PORT: "abc", LOG_LEVEL: "loud" })).toMatch(/^PORT .*; LOG_LEVEL .*\.$/);
});

test("an empty setting is none", () => {
  expect(refuse({ PORT: "", LOG_LEVEL: "", PUBLIC_URL: "" })).toBeNull();
});
