import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectClient } from "@/lib/platform/database-client";
import { readVariables } from "@/lib/platform/env";
import { type OwnCluster, startOwnCluster } from "@/tests/support/own-cluster";

/** Self-signed for "localhost": stands for a private authority. */
const CERTIFICATE = resolve("tests/data/tls/database.crt");

let cluster: OwnCluster;
beforeAll(async () => {
  cluster = await startOwnCluster();
  await cluster.encrypt(CERTIFICATE, resolve("tests/data/tls/database.key"));
});
afterAll(() => cluster[Symbol.asyncDispose]());

/** Returns whether the connection is encrypted. */
async function connect(host: string, query: string): Promise<boolean> {
  const url = new URL(cluster.url);
  url.hostname = host;
  vi.stubEnv("DATABASE_URL", `${url.href}${query}`);
  const client = await connectClient(readVariables().DATABASE_URL ?? "", "test");
  try {
    const { rows } = await client.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    return rows[0].ssl;
  } finally {
    await client.end();
  }
}

test.each([
  ["any certificate", "127.0.0.1", "?sslmode=require"],
  ["a certificate of the given authority", "127.0.0.1", `?sslmode=require&sslrootcert=${CERTIFICATE}`],
  ["a certificate of the given authority", "127.0.0.1", `?sslmode=verify-ca&sslrootcert=${CERTIFICATE}`],
  ["a certificate for the host", "localhost", `?sslmode=verify-full&sslrootcert=${CERTIFICATE}`],
])("a connection is encrypted with %s: %s%s", async (_, host, query) => {
  expect(await connect(host, query)).toBe(true);
});

test.each([
  ["of an unknown authority", "localhost", "?sslmode=verify-full"],
  ["of an unknown authority", "localhost", "?sslmode=require&sslrootcert=system"],
  ["for another host", "127.0.0.1", `?sslmode=verify-full&sslrootcert=${CERTIFICATE}`],
])("a certificate %s is refused in words: %s%s", async (_, host, query) => {
  await expect(connect(host, query)).rejects.toThrow(/\(DATABASE_URL\): its certificate is refused .*sslrootcert/);
});

test("a connection is not encrypted where that is not wanted", async () => {
  expect(await connect("127.0.0.1", "?sslmode=disable")).toBe(false);
});
