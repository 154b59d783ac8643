import { readCompareRequest } from "@/components/compare/request";
import { drawCard } from "@/components/og/card";
import { findComparison } from "@/lib/compare/data";
import { readCompareOptions } from "@/lib/compare/options";
import { CompareQuery } from "@/lib/compare/page-query";
import { findEdition } from "@/lib/dataset/edition";
import { writeHeadline } from "@/lib/findings/comparison-rules";
import { countryName, formatDay } from "@/lib/format";
import { makeMoney } from "@/lib/fx/money";
import { US_DOLLARS } from "@/lib/fx/rules";
import { readPageQuery } from "@/lib/pages/query";

/** The card of a comparison: the headline of the page, and the totals. */
export async function GET(request: Request): Promise<Response> {
  const { query } = readPageQuery(Object.fromEntries(new URL(request.url).searchParams), CompareQuery);
  const [{ products, countries, label }, edition] = await Promise.all([readCompareOptions(), findEdition()]);
  const { request: asked } = readCompareRequest(query, products, countries);
  const foot = `Dataset of ${formatDay(edition.data_date)}, CC BY 4.0`;
  const kicker = "US dollars a month";
  if (asked.products.length === 0 || asked.countries.length === 0)
    return drawCard({ kicker, finding: "Compare what subscriptions cost across countries", rows: [], foot });
  const { data } = await findComparison(asked);
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
