import { Client } from "pg";
import { readVariables } from "./env";

const CONNECT_TIMEOUT_MS = 10_000;

const REASONS: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it ended the connection",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name cannot be looked up at the moment",
  EHOSTUNREACH: "no route leads there",
  ENETUNREACH: "no route leads there",
  ETIMEDOUT: "it does not answer",
};

/** The message names host and reason, never the password. */
class DatabaseUnreachable extends Error {}

/** Connects outside the pools. Throws DatabaseUnreachable. */
export async function connectClient(url: string, purpose: string): Promise<Client> {
  try {
    const client = new Client({
      connectionString: url,
      application_name: `price-atlas-${purpose}`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    // The running query reports a lost connection; without a listener it would end the process.
    client.on("error", () => {});
    await client.connect();
    return client;
  } catch (error) {
    const message = `No connection to the database at ${toPlace(url)} (${toSetting(url)}): ${explain(error)}.`;
    throw new DatabaseUnreachable(message, { cause: error });
  }
}

const toSetting = (url: string) => (readVariables().DATABASE_OWNER_URL === url ? "DATABASE_OWNER_URL" : "DATABASE_URL");

function toPlace(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? (hostname || "localhost");
  return `${host}:${port || 5432}${decodeURI(pathname)}`;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError) return explain(error.errors[0]);
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SIGNATURE|ERR_TLS/.test(code))
    return `its certificate is refused (${error.message}); sslrootcert names the file of its authority`;
  return REASONS[code] ?? error.message.split("\n", 1)[0] ?? "";
}
