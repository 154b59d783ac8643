/**
 * The address of a database with the meaning that every other client of PostgreSQL gives to `sslmode` and `sslrootcert`:
 * managed servers hand out `sslmode=require`, which encrypts and takes any certificate. Left alone, pg would refuse
 * theirs.
 */
export function toLibpqUrl(url: string): string {
  const parsed = new URL(url);
  const { searchParams } = parsed;
  if (!searchParams.has("sslmode") || searchParams.has("uselibpqcompat")) return url;
  searchParams.set("uselibpqcompat", "true");
  // The authorities that Node knows, instead of a file of this name.
  if (searchParams.get("sslrootcert") === "system") {
    searchParams.delete("sslrootcert");
    searchParams.set("sslmode", "verify-full");
  }
  return parsed.href;
}
