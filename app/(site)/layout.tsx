import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PageShell } from "@/components/site/page-shell";
import { isOfPrices, sourceTitle } from "@/components/site/source-list";
import { findNewestRates } from "@/lib/catalogue/fx/data";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import { findEdition } from "@/lib/dataset/summary";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { currencyName } from "@/lib/text/format";

const LICENCE_HREFS: Readonly<Record<string, string>> = {
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
  "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
};

/** The shell of the public pages. It stands without data too, so that an error page has its frame. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const address = (await headers()).get(ADDRESS_HEADER) ?? "/";
  const [edition, rates, display] = await Promise.all([
    findEdition().catch(() => null),
    findNewestRates().catch(() => []),
    readDisplayCurrency().catch(() => null),
  ]);
  const codes = ["USD", ...rates.map(({ currency }) => currency)].sort();
  return (
    <PageShell
      header={{
        address,
        currency: display?.currency.code ?? "USD",
        currencies: codes.map((code) => ({ value: code, label: `${code}  ${currencyName(code)}` })),
      }}
      footer={{
        edition: edition && {
          publishedAt: edition.published_at,
          prices: edition.prices,
          products: edition.products,
          countries: edition.countries,
          ratesOf: edition.fx_date,
        },
        attribution: ATTRIBUTION,
        credits: (edition?.sources ?? []).filter(isOfPrices).map(({ id, name, publisher, url, license }) => {
          const licenceHref = LICENCE_HREFS[license];
          return {
            key: id,
            name: `${sourceTitle(name)} by ${publisher}`,
            href: url,
            licence: license.replaceAll("-", "\u00a0"),
            ...(licenceHref && { licenceHref }),
          };
        }),
      }}
    >
      {children}
    </PageShell>
  );
}
