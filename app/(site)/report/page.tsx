import type { Metadata } from "next";
import { headers } from "next/headers";
import { ReportPriceForm, ReportSteps } from "@/components/report/report-form";
import { BigSearch } from "@/components/ui/big-search";
import { Checked } from "@/components/ui/checked";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHead } from "@/components/ui/page-head";
import { readClientAddress } from "@/lib/access/limits/client-address";
import { formatBilled, periodUnit, platformName } from "@/lib/catalogue/prices/words";
import { productLabel } from "@/lib/catalogue/products/rules";
import { PAID_CODES } from "@/lib/contract/currencies";
import { findReportedPrice, type ReportedPrice } from "@/lib/desk/reports/data";
import { makeFormToken } from "@/lib/desk/reports/form/token-rules";
import { toSeriesText } from "@/lib/desk/reports/rules";
import { ReportQuery, SeriesKey } from "@/lib/desk/reports/schema";
import { reportSecret } from "@/lib/desk/reports/secret";
import { readPageVersion } from "@/lib/pages/page-version";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { currentDay, currentTime } from "@/lib/platform/clock";
import { countryInSentence, countryName } from "@/lib/text/format";
import { capitalize } from "@/lib/text/words";

import { sendReport } from "./actions";

export const metadata: Metadata = { title: "Report a price", robots: { index: false } };

const WHERE = [{ href: "/services", text: "All subscriptions" }];

/** Works without the database, keeping what was typed. */
export default async function ReportPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const series = SeriesKey.safeParse(readPageQuery(await searchParams, ReportQuery).query);
  if (!series.success) {
    return (
      <>
        <PageHead
          title="Which price is wrong?"
          deck="Find the subscription and the country: each row of its table has a link that reports it."
        />
        <BigSearch label="Subscription and country" placeholder="Netflix Türkiye" />
      </>
    );
  }
  const price = await readPageVersion({})
    .then((version) => findReportedPrice(version, series.data))
    .catch((): "away" => "away");
  const backHref = `/services/${series.data.product}#prices`;
  if (price === null) {
    return (
      <EmptyState
        level={1}
        title="This price is not listed."
        waysOut={[{ href: backHref, text: "The prices" }, ...WHERE]}
      />
    );
  }
  const known = price === "away" ? null : price;
  const label = known === null ? series.data.product : productLabel(known);
  const address = readClientAddress(await headers());
  const own = known === null ? [] : [known.currency];
  return (
    <>
      <PageHead
        title={`Is this price of ${label} in ${countryInSentence(series.data.country)} wrong?`}
        crumbs={[
          { name: "Subscriptions", href: "/services" },
          { name: label, href: `/services/${series.data.product}` },
        ]}
      />
      {known && <Facts series={series.data} price={known} />}
      <div className="report-grid">
        <ReportPriceForm
          series={series.data}
          token={makeFormToken(reportSecret(), address, toSeriesText(series.data), currentTime().getTime())}
          currencies={[...new Set([...own, "USD", "EUR", ...PAID_CODES])]}
          unit={periodUnit(series.data.period)}
          send={sendReport}
          backHref={backHref}
        />
        <ReportSteps title="What happens then" />
      </div>
    </>
  );
}

function Facts({ series, price }: { series: SeriesKey; price: ReportedPrice }) {
  const today = currentDay();
  const { amount, currency, sourceUrl, verifiedOn } = price;
  return (
    <dl className="report-price">
      <div>
        <dt>Subscription</dt>
        <dd>{productLabel(price)}</dd>
      </div>
      <div>
        <dt>Country</dt>
        <dd>{countryName(series.country)}</dd>
      </div>
      <div>
        <dt>Sold on</dt>
        <dd>{capitalize(platformName(series.platform))}</dd>
      </div>
      <div>
        <dt>Amount as listed</dt>
        <dd>
          <b>{formatBilled({ amount, currency, period: series.period })}</b>
        </dd>
      </div>
      <div>
        <dt>Source</dt>
        <dd>
          <a href={sourceUrl}>{new URL(sourceUrl).hostname}</a>
        </dd>
      </div>
      <div>
        <dt>Last read</dt>
        <dd>
          <Checked day={verifiedOn} today={today} />
        </dd>
      </div>
    </dl>
  );
}
