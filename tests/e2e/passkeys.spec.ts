import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { hashPassword } from "@/lib/access/staff/passwords/passwords";
import { PASSWORD, signIn, testStaff } from "./staff";
import { expect, expectAccessible, expectNarrow, type Page } from "./visitor";

const EMAIL = "owner@example.com";

const test = testStaff(async ({ url }) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("INSERT INTO staff (id, email, role, password_hash) VALUES ($1, $2, 'owner', $3)", [
    randomUUID(),
    EMAIL,
    await hashPassword(PASSWORD),
  ]);
  await client.end();
});

/** A device of this page; it confirms by itself, unless it is told not to. */
async function plugIn(page: Page, isUserVerified = true) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (is: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: is }),
    count: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

test("a passkey is added, signs in without a name or a password, and is removed", async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto("/admin/account");
  const device = await plugIn(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  expect(await device.count()).toBe(0);
  await page.getByLabel("Name: which device it is on").fill("Laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("status")).toContainText("The passkey is added.");
  expect(await device.count()).toBe(1);
  await expect(page.getByRole("row", { name: /Laptop/ })).toContainText("never");

  await page.getByLabel("Name: which device it is on").fill("Again");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "This device has a passkey of yours already." }),
  ).toBeVisible();
  await expectAccessible(page, "/admin/account");
  await expectNarrow(page);

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/sign-in/);
  await device.verify(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No passkey was given" })).toBeVisible();
  await device.verify(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/admin\/desk$/);

  await page.goto("/admin/account");
  await expect(page.getByRole("row", { name: /Laptop/ })).not.toContainText("never");
  await page.getByRole("form", { name: "Remove the passkey Laptop" }).getByRole("button").click();
  await expect(page.getByRole("status")).toContainText("The passkey is removed");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This passkey is not known here any more" })).toBeVisible();
  await expectAccessible(page, "/admin/sign-in");
});
