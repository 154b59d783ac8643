import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, PROXIES } from "../support/deployment";
import { lacks } from "../support/needs";

// The app behind the proxies answers everything: what is refused, they refuse.
const app = createServer((_, response) => response.end("here"));
beforeAll(() => new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve)));
afterAll(() => app.close());

describe.each(Object.entries(PROXIES))("%s with the shipped file", (name, start) => {
  const isMissing = lacks(name, `tests of ${name}`);

  test.skipIf(isMissing)(
    "lets all into the staff area; with its commented lines the network of the staff alone",
    async () => {
      const { port } = app.address() as AddressInfo;
      const paths = ["/admin", "/admin/sign-in", "/admin/changes/upload", "/api/auth/callback/credentials"];
      const asked = async (isForStaffNetwork: boolean) => {
        await using proxy = await start([{ port }], { isForStaffNetwork });
        return await Promise.all(
          [...paths, "/services", "/api/prices"].map(async (path) => (await ask(proxy.url + path)).status),
        );
      };
      expect(await asked(false)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(await asked(true)).toEqual([403, 403, 403, 403, 200, 200]);
    },
  );
});
