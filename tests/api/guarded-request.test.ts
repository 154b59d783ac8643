import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Says how a request ended; hosts are allowed by the operator. */
async function ask(address: string, allowed = ""): Promise<string> {
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing");
  vi.stubEnv("REFRESH_ALLOW_HOSTS", allowed);
  vi.resetModules();
  const { requestGuarded } = await import("@/lib/platform/guarded-request");
  const asked = requestGuarded(new URL(address), { headers: {}, signal: AbortSignal.timeout(240_000) });
  return asked.then(
    (response) => {
      response.destroy();
      return `it answered ${response.statusCode}`;
    },
    (error: Error) => error.message,
  );
}

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "255.255.255.255",
  "224.0.0.1",
  "[::1]",
  "[::]",
  "[fe80::1]",
  "[fd00::1]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "localhost",
])("%s is not asked", async (host) => {
  for (const scheme of ["http", "https"])
    expect(await ask(`${scheme}://${host}/`), scheme).toBe("it leads to an address that is not public");
});

test("a server of this machine hears nothing, unless the operator allows its host", async () => {
  let heard = 0;
  const server = createServer((_, response) => response.end()).on("connection", () => heard++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    expect(await ask(`http://${host}/`)).toBe("it leads to an address that is not public");
    expect(heard).toBe(0);
    expect(await ask(`http://${host}/`, host)).toBe("it answered 200");
  } finally {
    server.close();
  }
});
