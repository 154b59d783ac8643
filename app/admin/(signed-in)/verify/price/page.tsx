import type { Metadata } from "next";
import { savePrice } from "@/app/admin/(signed-in)/verify/price/actions";
import { PriceEntryForm } from "@/components/admin/price-form";
import { StaffHead } from "@/components/admin/staff-head";
import { RefusedParameters } from "@/components/site/refused-parameters";
import { Notice } from "@/components/ui/notice";
import { requireStaff } from "@/lib/access/staff/current-data";
import { findSeriesNow, listFormProducts, listPriceSources } from "@/lib/desk/readings/data";
import { writeOnRecord } from "@/lib/desk/readings/form-rules";
import { PRICE_PATH, PriceQuery } from "@/lib/desk/readings/form-schema";
import { readPageQuery, type SearchParams } from "@/lib/pages/query";
import { currentDay } from "@/lib/platform/clock";
import { countNoun } from "@/lib/text/words";
import { requireVersion } from "@/lib/versions/current";

export const metadata: Metadata = { title: "One price" };

export default async function PricePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  await requireStaff("verify.answer", PRICE_PATH, params);
  const { query, refused } = readPageQuery(params, PriceQuery);
  const version = await requireVersion();
  const [products, sources] = await Promise.all([listFormProducts(version), listPriceSources(version)]);
  const { product, country, store, period, saved } = query;
  const isNamed = product && country && store && period;
  const now = isNamed ? await findSeriesNow(version, { product, country, platform: store, period }) : null;
  const setId = /^in-(\d+)$/.exec(String(params.done ?? ""))?.[1];
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
      {setId && (
        <div className="section-notice">
          <Notice>
            Saved, {countNoun(saved, "price", "prices")} so far: in{" "}
            <a href={`/admin/changes/${setId}`}>change set {setId}</a>. Here is the form for the next.
          </Notice>
        </div>
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
        sources={sources}
        saved={saved}
      />
    </>
  );
}
