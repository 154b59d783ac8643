/**
 * Gives `sslmode` and `sslrootcert` their usual PostgreSQL meaning: `require` accepts any certificate, where pg would
 * refuse some.
 */
export function toLibpqUrl(url: string): string {
  const parsed = new URL(url);
  const { searchParams } = parsed;
  if (!searchParams.has("sslmode") || searchParams.has("uselibpqcompat")) return url;
  searchParams.set("uselibpqcompat", "true");
  // Uses Node's certificate authorities; pg would read `system` as a file name.
  if (searchParams.get("sslrootcert") === "system") {
    searchParams.delete("sslrootcert");
    searchParams.set("sslmode", "verify-full");
  }
  return parsed.href;
}
