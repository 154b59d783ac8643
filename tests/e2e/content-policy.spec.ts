import { createServer } from "node:http";
import { test as base } from "playwright/test";
import { createDatabaseFrom, execute } from "../support/database";
import { startOpenIdProvider } from "../support/openid-provider";
import { spawnServer } from "../support/spawn-server";
import { expect, type Page, readPolicyViolations, test, watchPolicy } from "./visitor";

for (const path of ["/nope", "/admin/sign-in", "/admin/set-up"]) {
  test(`${path} needs nothing that its own policy forbids`, async ({ page }) => {
    await watchPolicy(page);
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await readPolicyViolations(page)).toEqual([]);
  });
}

base("a script that gets into a page does not run, whichever way it comes", async ({ page }) => {
  await watchPolicy(page);
  for (const path of ["/services/netflix", "/admin/set-up"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const ran = await page.evaluate(async () => {
      const append = (name: string, attributes: Record<string, string>, text = "") => {
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        element.textContent = text;
        document.body.append(element);
        return element;
      };
      const mark = (way: string) => `window.ran = (window.ran ?? "") + "${way} "`;
      append("script", {}, mark("inline"));
      append("script", { nonce: "AAAAAAAAAAAAAAAAAAAAAA==" }, mark("nonce"));
      append("script", { src: `data:text/javascript,${mark("data")}` });
      append("script", { src: URL.createObjectURL(new Blob([mark("blob")])) });
      append("script", { src: "/api/export?dataset=index&format=csv" });
      append("img", { src: "/nope.png", onerror: mark("attribute") });
      append("iframe", { srcdoc: `<script>parent.${mark("frame")}</script>` });
      append("a", { href: `javascript:${mark("address")}` }).click();
      append("style", {}, "body { --styled: yes }");
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const styled = getComputedStyle(document.body).getPropertyValue("--styled");
      return `${Reflect.get(window, "ran") ?? ""}${styled}`;
    });
    expect(ran).toBe("");
    expect((await readPolicyViolations(page)).length).toBeGreaterThanOrEqual(7);
    expect(await page.evaluate(() => fetch("https://example.invalid/").catch((error: Error) => error.name))).toBe(
      "TypeError",
    );
    expect((await readPolicyViolations(page)).join()).toContain("connect-src https://example.invalid");
  }
});

/** A page of another site without restrictions. */
async function openElsewhere(page: Page, html: string) {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

base("no page can be framed", async ({ page, baseURL }) => {
  await using _ = await openElsewhere(page, `<iframe src="${baseURL}/services"></iframe>`);
  await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
});

base("the data can be read from pages of other sites", async ({ page, baseURL }) => {
  await using _ = await openElsewhere(page, "elsewhere");
  const asked = await page.evaluate(async (site) => {
    const data = await fetch(`${site}/api/services/netflix`);
    const file = await fetch(`${site}/api/export?dataset=index&format=csv`);
    const picture = new Image();
    picture.src = `${site}/apple-icon.png`;
    await picture.decode();
    return [data.status, file.headers.get("content-disposition")?.slice(0, 10), picture.width > 0];
  }, baseURL);
  expect(asked).toEqual([200, "attachment", true]);
});

base("the form of the sign-in page may lead to the provider", async ({ page }) => {
  await using provider = await startOpenIdProvider();
  await using database = await createDatabaseFrom(process.env.E2E_DATABASE_URL ?? "", "bundled");
  const { issuer, clientId, clientSecret } = provider;
  await using server = await spawnServer({
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: "a secret of the tests, long enough",
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: "Here",
  });
  await execute(
    database.url,
    "INSERT INTO staff (id, email, role) VALUES (gen_random_uuid(), 'ann@example.com', 'viewer')",
  );
  provider.person = { sub: "1", email: "ann@example.com", email_verified: true };
  await watchPolicy(page);
  await page.goto(`${server.url}/admin/sign-in`);
  await page.getByRole("button", { name: "Here" }).click();
  await expect(page).toHaveURL(/\/admin\/desk$/);
});

for (const [path, button] of [
  ["/report?country=TR&period=monthly&platform=ios&product=netflix", "Send the report"],
  ["/docs/keys", "Ask for the key"],
] as const)
  test(`the answer to a faulty form of ${path} needs nothing that its policy forbids`, async ({ page }) => {
    await watchPolicy(page);
    await page.goto(path);
    await page.getByRole("button", { name: button }).click();
    await expect(page.locator("#report-faults")).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await readPolicyViolations(page)).toEqual([]);
  });
