import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, realpath, rmdir, stat, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { type Account, canEnter, findAccount, isRoot, runAs } from "./account";

/** Folder of an embedded PostgreSQL (binaries, data, password, log), and the user who runs it. */
export type Home = { dir: string; account: Account };

const SHARED_PARENT = "/var/lib/price-atlas";

/**
 * Opens the home of the embedded PostgreSQL of `dataDir`: `<dataDir>/postgres`. When root runs PostgreSQL as a user who
 * may not enter that folder (a clone below a 0700 /root), the home is in /var/lib and `<dataDir>/postgres` is a link to
 * it. Its name there is random, so that only the link leads to it: deleting the data folder means starting with an
 * empty database.
 */
export async function openHome(dataDir: string): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const path = join(await realpath(dataDir), "postgres");
  return (await reuseHome(path)) ?? (await createHome(path));
}

async function reuseHome(path: string): Promise<Home | null> {
  const dir = await realpath(path).catch(() => null);
  if (dir === null) {
    const isDangling = await lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (isDangling) await unlink(path);
    return null;
  }
  const { uid, gid } = await stat(dir);
  if (!isRoot) {
    const own = process.getuid?.();
    if (own === undefined || uid === own) return { dir, account: null };
    throw new Error(`${dir} belongs to another user (uid ${uid}): start as that user, or choose another DATA_DIR.`);
  }
  // Owned by root only when copied, or when an earlier start was interrupted.
  const account = uid === 0 ? await findAccount() : { uid, gid };
  if (account && uid === 0) await giveTo(account, dir);
  if (await canEnter(account, dir)) return { dir, account };
  // Empty: an earlier start was interrupted before it chose another place.
  if (await remove(dir)) return null;
  const way = "open its parent folders, or choose another DATA_DIR";
  throw new Error(`PostgreSQL (uid ${account?.uid}) may not enter ${dir}: ${way}.`);
}

async function remove(emptyDir: string): Promise<boolean> {
  return rmdir(emptyDir).then(
    () => true,
    () => false,
  );
}

async function createHome(path: string): Promise<Home> {
  const account = await findAccount();
  if (account === null) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return { dir: path, account };
  }
  if (await makeFor(account, path)) return { dir: path, account };
  await remove(path);
  const name = createHash("sha256").update(path).digest("hex").slice(0, 12);
  const dir = join(SHARED_PARENT, `${name}-${randomBytes(6).toString("hex")}`);
  await mkdir(SHARED_PARENT, { recursive: true });
  await chmod(SHARED_PARENT, 0o755);
  if (!(await makeFor(account, dir)))
    throw new Error(`PostgreSQL (uid ${account.uid}) may enter neither ${path} nor ${dir}.`);
  try {
    await symlink(dir, path);
  } catch (error) {
    // Another process that started at the same time was first.
    await remove(dir);
    const theirs = await reuseHome(path);
    if (theirs === null) throw error;
    return theirs;
  }
  console.warn(`The database stands in ${dir}: the user who runs it may not enter ${path}.`);
  return { dir, account };
}

async function makeFor(account: NonNullable<Account>, dir: string): Promise<boolean> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chown(dir, account.uid, account.gid);
  return canEnter(account, dir);
}

/** Makes `account` the owner of a folder and everything in it. */
export async function giveTo(account: Account, dir: string): Promise<void> {
  if (account) await runAs(null, "chown", ["-R", `${account.uid}:${account.gid}`, dir]);
}
