import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTarget } from "@/lib/api/target-rules";
import { isStaffPath } from "@/lib/platform/security-headers";
import { ask, askTarget, PROXIES } from "../support/deployment";
import { lacks } from "../support/needs";
import { SPELLINGS } from "../support/spellings";

// The app behind the proxies answers everything, with the path that it reads: what is refused, they refuse.
const app = createServer((request, response) => {
  response.setHeader("X-Read", readTarget(request.url ?? "") ?? "nothing");
  response.end("here");
});
beforeAll(() => new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve)));
afterAll(() => app.close());

/** nginx counts callers; each of these is another. */
const callerOf = (at: number) => `127.9.${Math.floor(at / 200)}.${(at % 200) + 1}`;

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

  test.skipIf(isMissing)("keeps strangers out of the staff area by whatever spelling", async () => {
    const { port } = app.address() as AddressInfo;
    await using proxy = await start([{ port }], { isForStaffNetwork: true });
    const answers = [];
    // One after the other: nginx lets few of them wait for a page.
    for (const [at, spelling] of SPELLINGS.entries())
      answers.push({ spelling, ...(await askTarget(proxy.url, spelling, callerOf(at))) });
    const readAsStaff = answers.filter(({ headers }) =>
      isStaffPath((headers.get("x-read") ?? "").split("?", 1)[0] ?? ""),
    );
    expect(readAsStaff.map(({ spelling }) => spelling)).toEqual([]);
    expect(answers.filter(({ status }) => ![200, 400, 403].includes(status))).toEqual([]);
    expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThan(50);
  });

  test.skipIf(isMissing)("sends the fields of docs/security.md with what it refuses by itself, and once", async () => {
    const { port } = app.address() as AddressInfo;
    await using proxy = await start([{ port }], { isForStaffNetwork: true });
    for (const [target, status] of [
      ["/admin/sign-in", 403],
      ["/\\x/admin/sign-in", 400],
      ["/services", 200],
    ] as const) {
      const { headers, ...answer } = await askTarget(proxy.url, target, "127.0.0.1");
      expect([target, answer.status]).toEqual([target, status]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    }
  });
});
