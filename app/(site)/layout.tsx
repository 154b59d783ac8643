import { headers } from "next/headers";
import type { ReactNode } from "react";
import { PageShell } from "@/components/site/page-shell";
import { isOfPrices, sourceTitle } from "@/components/site/source-list";
import { VersionBand } from "@/components/site/version-band";
import { Notice } from "@/components/ui/notice";
import { readHomeCountry } from "@/lib/catalogue/countries/home-data";
import { findVersionRates } from "@/lib/catalogue/fx/data";
import { readDisplayCurrency, readRemembered } from "@/lib/catalogue/fx/display-data";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { findOwnSum } from "@/lib/catalogue/mine/data";
import { readKeptList } from "@/lib/catalogue/mine/kept-data";
import { BASE_COUNTRY } from "@/lib/catalogue/price-index/rules";
import { findNames } from "@/lib/catalogue/search/data";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { readPageContext } from "@/lib/pages/context";
import { readAddressVersion } from "@/lib/pages/page-version";
import { compareNames, countryInSentence, currencyName } from "@/lib/text/format";

const LICENCE_HREFS: Readonly<Record<string, string>> = {
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
  "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
};

/** Needs no data, so that error pages have it too. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const address = (await headers()).get(ADDRESS_HEADER) ?? "/";
  const asked = new URLSearchParams(address.split("?")[1]);
  const { version, shown } = await readAddressVersion(address).catch(() => ({ version: null, shown: null }));
  const [page, rates, display, names] = await Promise.all([
    version && readPageContext(version).catch(() => null),
    version && findVersionRates(version).catch(() => null),
    version && readDisplayCurrency(version, asked.get("currency") ?? undefined).catch(() => null),
    version && findNames(version).catch(() => null),
  ]);
  const { summary = null, age = null } = page?.context ?? {};
  const countries = names?.countries ?? [];
  const known = new Set(countries.map(({ code }) => code));
  const own = await readHomeCountry(known);
  const shared = asked.get("home")?.toUpperCase() ?? "";
  const country = known.has(shared) ? shared : (own.code ?? BASE_COUNTRY);
  const currency = display?.currency.code ?? "USD";
  const kept = await readKeptList();
  const sum =
    version &&
    kept &&
    (await findOwnSum(version, { subscriptions: kept.subscriptions, home: country }).catch(() => null));
  const codes = ["USD", ...(rates ?? []).map(({ currency }) => currency)].sort();
  return (
    <PageShell
      header={{
        address,
        currency,
        country,
        ownSum: sum !== null && display ? makeMoney(display.currency).price(sum) : null,
        remembered: await readRemembered(),
        isNamed: known.has(shared) && !(own.isRemembered && own.code === shared),
        isGuessed: !known.has(shared) && !own.isRemembered,
        countries: countries
          .map(({ code, name }) => ({ value: code, label: name }))
          .sort((a, b) => compareNames(a.label, b.label)),
        currencies: codes.map((code) => ({ value: code, label: `${code}  ${currencyName(code)}` })),
      }}
      footer={{
        summary: summary && {
          publishedAt: summary.published_at,
          prices: summary.prices,
          ratesOf: summary.fx_date,
        },
        attribution: ATTRIBUTION,
        credits: (summary?.sources ?? []).filter(isOfPrices).map(({ id, name, publisher, url, license }) => {
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
      {age !== null && <p className="prose-small">{age}</p>}
      {asked.get("kept") === "no" && <NotKept country={country} currency={currency} />}
      {shown !== null && <VersionBand {...shown} />}
      {children}
    </PageShell>
  );
}

const NotKept = ({ country, currency }: { country: string; currency: string }) => (
  <Notice>
    <p>
      This browser keeps no cookies of Price Atlas, so {countryInSentence(country)} and {currency} cannot be remembered.
      The address of this page carries them instead: keep it, or allow cookies and choose again.
    </p>
  </Notice>
);
