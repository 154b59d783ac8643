import { readCompareRequest } from "@/components/compare/request";
import { drawCard } from "@/components/og/card";
import { findComparison } from "@/lib/catalogue/compare/data";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { CompareImageQuery } from "@/lib/catalogue/compare/page-schema";
import { makeMoney } from "@/lib/catalogue/fx/money-rules";
import { US_DOLLARS } from "@/lib/catalogue/fx/rules";
import { findDatasetSummary } from "@/lib/dataset/summary-data";
import { writeHeadline } from "@/lib/findings/comparison-rules";
import { readPageQuery } from "@/lib/pages/query";
import { countryName, formatDay } from "@/lib/text/format";

/** The card of a comparison: the headline of the page, and the totals. */
export async function GET(request: Request): Promise<Response> {
  const { query } = readPageQuery(Object.fromEntries(new URL(request.url).searchParams), CompareImageQuery);
  const [{ products, countries, label }, summary] = await Promise.all([readCompareOptions(), findDatasetSummary()]);
  const { request: asked } = readCompareRequest(query, products, countries);
  const foot = `Dataset of ${formatDay(summary.data_date)}, CC BY 4.0`;
  const kicker = "US dollars a month";
  if (asked.products.length === 0 || asked.countries.length === 0)
    return drawCard({ kicker, finding: "Compare what subscriptions cost across countries", rows: [], foot });
  const { data } = await findComparison({ ...asked, tax: "shown" });
  const money = makeMoney(US_DOLLARS);
  const highest = Math.max(...data.totals.map(({ usd_monthly }) => usd_monthly ?? 0), 0.01);
  return drawCard({
    kicker,
    finding: writeHeadline(data, label, money),
    foot,
    rows: data.totals.flatMap(({ country, usd_monthly, complete, missing }) =>
      usd_monthly === null
        ? []
        : [
            {
              key: country,
              name: countryName(country),
              share: usd_monthly / highest,
              figure: money.price(usd_monthly),
              colour: complete ? "#445055" : "#d3dad9",
              ...(!complete && { note: `${data.products.length - missing.length} of ${data.products.length}` }),
            },
          ],
    ),
  });
}
