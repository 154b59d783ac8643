const EXAMPLE = "postgresql://user:password@host:5432/database";
const QUOTES = /^["'`]|["'`]$/;
const AUTHORITY = /^postgres(?:ql)?:\/\/([^/?#]*)/i;
/** Splits an address at the end of its password, which is before the last @ of its host. */
const PASSWORD = /^postgres(?:ql)?:\/\/[^:/?#@]*:(.*)@[^@]*$/is;
/** What has another meaning in an address. */
const RESERVED = /[@#/?\s]|%(?![0-9a-f]{2})/i;

/** What is wrong with the address of a database and how to write it, without any of its words; null for a good one. */
export function findUrlFault(url: string): string | null {
  const quote = QUOTES.exec(url)?.[0];
  if (quote !== undefined) return `must stand without quotes: leave out ${quote}`;
  if (!/^postgres(?:ql)?:\/\//i.test(url)) return `must be an address such as ${EXAMPLE}: Price Atlas needs PostgreSQL`;
  const authority = AUTHORITY.exec(url)?.[1] ?? "";
  if (URL.canParse(url) && decodes(authority) && authority.split("@").length <= 2) return null;
  const reserved = RESERVED.exec(PASSWORD.exec(url)?.[1] ?? "")?.[0];
  if (reserved === undefined) return `must be an address such as ${EXAMPLE}`;
  return `has the character "${reserved}" in its password: write it as %${reserved.charCodeAt(0).toString(16).toUpperCase()}`;
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

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
