import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Ensures that NEXTAUTH_SECRET is set. With the embedded database, creates a secret once and stores it beside the data,
 * readable by its owner only. With an external database, several processes may share it, so the operator must set the
 * secret; until then staff cannot sign in and everything else works.
 */
export async function ensureAuthSecret({ embedded, dataDir }: { embedded: boolean; dataDir: string }): Promise<void> {
  if (process.env.NEXTAUTH_SECRET || !embedded) return;
  const file = join(dataDir, "auth-secret");
  await mkdir(dataDir, { recursive: true });
  // A link appears whole or not at all, and fails where there is one: of two first starts both read the secret of one.
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
    await link(own, file).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  process.env.NEXTAUTH_SECRET = await readFile(file, "utf8");
}
