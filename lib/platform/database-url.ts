/**
 * Gives `sslmode` and `sslrootcert` the meaning that they have in all other PostgreSQL clients. Managed servers hand
 * out `sslmode=require`, which encrypts and accepts any certificate; pg by itself would refuse those certificates.
 */
export function toLibpqUrl(url: string): string {
  const parsed = new URL(url);
  const { searchParams } = parsed;
  if (!searchParams.has("sslmode") || searchParams.has("uselibpqcompat")) return url;
  searchParams.set("uselibpqcompat", "true");
  // Uses the certificate authorities of Node; `system` would be read as a file name.
  if (searchParams.get("sslrootcert") === "system") {
    searchParams.delete("sslrootcert");
    searchParams.set("sslmode", "verify-full");
  }
  return parsed.href;
}
