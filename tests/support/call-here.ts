import { join } from "node:path";
import { inject } from "vitest";
import { toServingUrl } from "@/server/serving-url";
import { isLauncher } from "./spawn-server";

const { dir, baseUrl, databaseUrl } = inject("harness");

// Settings of the main test server, which product code reads on first use.
Object.assign(process.env, {
  DATABASE_URL: toServingUrl(databaseUrl),
  PORT: new URL(baseUrl).port,
  TRUST_PROXY_HOPS: "1",
  LOG_LEVEL: "warn",
  EXPORT_DIR: join(dir, `exports-${process.pid}`),
});

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const CALL = /^\/api(?:\/(?!auth)|[?]|$)/;

/** Recognizes calls that the launcher passes to `handleApi` as they are. */
export const isCallHere = (method: string, path: string): boolean =>
  isLauncher && METHODS.includes(method) && CALL.test(path);

/** Answers a call as the launcher does, without its HTTP. */
export async function callHere(method: string, path: string, headers: Record<string, string>) {
  const { handleApi } = await import("@/app/api/handle");
  const { CLIENT_ADDRESS_HEADER, findClientAddress, toClientAddressHeader } = await import(
    "@/lib/access/limits/client-address"
  );
  const address = findClientAddress(headers["x-forwarded-for"] ?? null, 1);
  const noted = { ...headers, [CLIENT_ADDRESS_HEADER]: toClientAddressHeader(address) };
  const response = await handleApi(new Request(`${baseUrl}${path}`, { method, headers: noted }));
  return { status: response.status, headers: response.headers, raw: Buffer.from(await response.arrayBuffer()) };
}
