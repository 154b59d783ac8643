import type { Metadata } from "next";
import { headers } from "next/headers";
import SiteLayout from "@/app/(site)/layout";
import { ErrorState } from "@/components/ui/error-state";
import { findNames } from "@/lib/catalogue/search/data";
import { findNearPages, nameAbsent } from "@/lib/catalogue/search/near-rules";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { readAddressVersion } from "@/lib/pages/page-version";

export const metadata: Metadata = { title: "There is no such page", robots: { index: false } };

const SHOWN_CHARACTERS = 60;

/**
 * proxy.ts shows it with status 404, because Next's own not-found page is part of every page and must not read
 * anything.
 */
export default async function MissingPage() {
  const address = (await headers()).get(ADDRESS_HEADER) ?? "";
  const path = address.split("?")[0] ?? "";
  const { products, countries } = await readAddressVersion(address)
    .then(({ version }) => findNames(version))
    .catch(() => ({ products: [], countries: [] }));
  const near = findNearPages(path, products, countries);
  const absent = nameAbsent(path, countries);
  const last = readable(path.split("/").at(-1) ?? "");
  const shown = readable(path).slice(0, SHOWN_CHARACTERS);
  return (
    <SiteLayout>
      <ErrorState
        title={absent?.title ?? (shown ? `There is no page “${shown}”` : "There is no such page")}
        deck={absent?.deck ?? "It may have moved, or there is a letter too many or too few in the address."}
        waysOutTitle={near.length > 0 ? "Did you mean" : "Where to go from here"}
        waysOut={[
          ...near,
          ...(last
            ? [
                {
                  href: `/search?q=${encodeURIComponent(last)}`,
                  text: `Search for “${last.slice(0, SHOWN_CHARACTERS)}”`,
                },
              ]
            : []),
          { href: "/services", text: "All subscriptions" },
          { href: "/countries", text: "All countries" },
        ].filter(({ href }, i, all) => all.findIndex((other) => other.href === href) === i)}
      />
    </SiteLayout>
  );
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
