import { createDatabaseFrom, type TestDatabase } from "../support/database";
import { runScript } from "../support/run-script";
import { type ServerProcess, spawnServer } from "../support/spawn-server";
import { expect, type Page, test as visitorTest } from "./visitor";

export const PASSWORD = "correct horse battery staple";

export type Site = { server: ServerProcess; database: TestDatabase };

/** Up to the day of which no reading is in the future, whatever the clock says. */
export const publishLaterReading = (databaseUrl: string) =>
  runScript("tests/support/import-later-reading.ts", [], { DATABASE_URL: databaseUrl });

/** Test with its own server and data; `prepare` runs before the server starts, `readSettings` after it. */
export const testStaff = (
  prepare: (database: TestDatabase) => Promise<void> = async () => {},
  readSettings: () => Record<string, string> = () => ({}),
) =>
  visitorTest.extend<object, { site: Site }>({
    site: [
      async ({ browserName: _ }, use) => {
        await using database = await createDatabaseFrom(process.env.E2E_DATABASE_URL ?? "", "bundled");
        await prepare(database);
        const NEXTAUTH_SECRET = "a secret of the tests, long enough";
        await using server = await spawnServer({
          DATABASE_URL: database.url,
          NEXTAUTH_SECRET,
          TRUST_PROXY_HOPS: "0",
          ...readSettings(),
        });
        await use({ server, database });
      },
      { scope: "worker" },
    ],
    baseURL: ({ site }, use) => use(site.server.url),
  });

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/desk$/);
}
