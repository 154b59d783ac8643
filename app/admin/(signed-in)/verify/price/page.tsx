import type { Metadata } from "next";
import { savePrice } from "@/app/admin/(signed-in)/verify/price/actions";
import { InChangeSetNotice } from "@/components/admin/done-notice";
import { PriceEntryForm } from "@/components/admin/price-form";
import { StaffHead } from "@/components/admin/staff-head";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { requireStaff } from "@/lib/access/staff/current-data";
import { listKnownProducts, toCategoryChoices } from "@/lib/desk/products/data";
import {
  findNamedPrice,
  findSeriesNow,
  findShownSeries,
  listFormProducts,
  listPriceSources,
} from "@/lib/desk/readings/data";
import { writeOnRecord } from "@/lib/desk/readings/form/rules";
import { PRICE_PATH, PriceQuery } from "@/lib/desk/readings/form/schema";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { countNoun } from "@/lib/text/words";
import { requireVersion, type Version } from "@/lib/versions/current";

export const metadata: Metadata = { title: "One price" };

export default async function PricePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  await requireStaff("verify.answer", PRICE_PATH, params);
  const { query, refused } = readPageQuery(params, PriceQuery);
  const version = await requireVersion();
  const [products, known, sources] = await Promise.all([
    listFormProducts(),
    listKnownProducts(),
    listPriceSources(version),
  ]);
  const { product, country, store, period } = await fillIn(version, query);
  const { q, saved } = query;
  const isNamed = product && country && store && period;
  const now = isNamed ? await findSeriesNow(version, { product, country, platform: store, period }) : null;
  const today = currentDay();
  const label = products.find(({ slug }) => slug === product)?.label;
  const isAlone = products.filter((one) => one.label === label).length === 1;
  return (
    <>
      <RefusedParameters refused={refused} />
      <StaffHead title="One price" crumbs={[{ name: "Verify", href: "/admin/verify" }]}>
        Write the amount as the page prints it. Before it is saved you see what is on record, and the difference in
        dollars. It goes into a change set of yours, which is checked and approved as a whole.
      </StaffHead>
      <InChangeSetNotice done={params.done}>
        {(changeSet) => (
          <>
            Saved, {countNoun(saved, "price", "prices")} so far: in {changeSet}. Here is the form for the next.
          </>
        )}
      </InChangeSetNotice>
      {q !== undefined && product === undefined && (
        <p className="section-note">No subscription is called “{q}”: choose one of the list.</p>
      )}
      {isNamed && (
        <p className="section-note">
          {now?.price ? `On record: ${writeOnRecord(now.price, today)}.` : "Nothing is on record for it."}
        </p>
      )}
      <PriceEntryForm
        key={saved}
        action={savePrice}
        filledIn={{
          product: isAlone ? label : product,
          country,
          store,
          period,
          day: query.day ?? today,
          source: query.source,
        }}
        products={products.map((one) => one.label)}
        categories={toCategoryChoices(known)}
        sources={sources}
        saved={saved}
      />
    </>
  );
}

type Named = Pick<PriceQuery, "product" | "country" | "store" | "period">;

/** What a search names, with the store and period that are on record there. */
async function fillIn(version: Version, query: PriceQuery): Promise<Named> {
  const { q, product, country, store, period } = query;
  const found = q === undefined || product !== undefined ? null : await findNamedPrice(version, q);
  if (found === null) return query;
  const known = found.country === undefined ? null : await findShownSeries(version, found.product, found.country);
  return {
    product: found.product,
    country: country ?? found.country,
    store: store ?? known?.platform,
    period: period ?? known?.period,
  };
}
