import type { Metadata } from "next";
import { headers } from "next/headers";
import { ReadingForm, ReadingSteps } from "@/components/report/reading-form";
import { BigSearch } from "@/components/ui/big-search";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { periodName, platformName } from "@/lib/catalogue/prices/words";
import { PERIODS, PLACE_CODES, PLATFORMS } from "@/lib/contract/codes";
import { PAID_CODES } from "@/lib/contract/currencies";
import { makeFormToken } from "@/lib/desk/reports/form/token-rules";
import { reportSecret } from "@/lib/desk/reports/secret";
import { findReadingProduct } from "@/lib/desk/visitors/data";
import { toReadingHref, toReadingSubject } from "@/lib/desk/visitors/rules";
import { ReadingQuery } from "@/lib/desk/visitors/schema";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { currentDay, currentTime } from "@/lib/platform/clock";
import { compareNames, countryName } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";
import { sendReading } from "./actions";

export const metadata: Metadata = { title: "Tell a price", robots: { index: false } };

const COUNTRIES = PLACE_CODES.map((code) => ({ value: code, label: countryName(code) })).sort((a, b) =>
  compareNames(a.label, b.label),
);
const STORES = PLATFORMS.map((value) => ({ value, label: capitalize(platformName(value)) }));
const BILLED = PERIODS.map((value) => ({ value, label: capitalize(periodName(value)) }));

/** Works without the database, keeping what was typed. */
export default async function ReadingPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { product, country, sent } = readPageQuery(await searchParams, ReadingQuery).query;
  if (product === undefined)
    return (
      <>
        <PageHead
          title="Which subscription do you know a price of?"
          deck="Find it: below its prices is a link to the form."
        />
        <BigSearch label="Subscription" placeholder="Netflix" />
      </>
    );
  const known = await readPageVersion({})
    .then((version) => findReadingProduct(version, product))
    .catch(() => ({ label: product }));
  if (known === null)
    return (
      <EmptyState
        level={1}
        title="This subscription is not listed."
        waysOut={[{ href: "/services", text: "All subscriptions" }]}
      />
    );
  const backHref = `/services/${product}#prices`;
  const address = readClientAddress(await headers());
  return (
    <>
      <PageHead
        title={sent ? "Thank you. A person will look at it." : `What does ${known.label} cost where you are?`}
        crumbs={[
          { name: "Subscriptions", href: "/services" },
          { name: known.label, href: `/services/${product}` },
        ]}
      />
      <div className="report-grid">
        {sent ? (
          <p className="prose">
            It waits among the readings of visitors, and is not public. <Link href={backHref}>Back to the prices</Link>,
            or <Link href={toReadingHref(product)}>tell another one</Link>.
          </p>
        ) : (
          <ReadingForm
            product={product}
            label={known.label}
            country={country}
            today={currentDay()}
            countries={COUNTRIES}
            stores={STORES}
            periods={BILLED}
            currencies={[...PAID_CODES].sort()}
            token={makeFormToken(reportSecret(), address, toReadingSubject(product), currentTime().getTime())}
            send={sendReading}
            backHref={backHref}
          />
        )}
        <ReadingSteps />
      </div>
    </>
  );
}
