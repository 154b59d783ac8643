import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
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
  // Fails when the file exists: of two first starts one writes it, and both read the same secret.
  await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 }).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  process.env.NEXTAUTH_SECRET = await readFile(file, "utf8");
}
