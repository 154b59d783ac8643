import { loadComparison } from "@/app/(site)/compare/load";
import { writeCredit } from "@/app/image/credit";
import { servePictures } from "@/app/image/serve-pictures";
import { toCompareHref } from "@/components/compare/compare-href";
import { compareTense, describeComparison } from "@/components/compare/describe-comparison";
import { describeMatrix } from "@/components/compare/describe-matrix";
import { readCompareRequest } from "@/components/compare/request";
import { drawCard } from "@/components/pictures/card";
import { drawHeat, heatWidth } from "@/components/pictures/heat-picture";
import { PALETTE } from "@/components/pictures/palette";
import { findPen } from "@/components/pictures/pen";
import { drawSheet, innerWidth, PICTURE_WIDTH } from "@/components/pictures/sheet";
import { readCompareOptions } from "@/lib/catalogue/compare/options-data";
import { sumOf } from "@/lib/catalogue/compare/rules";
import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import { readDisplayCurrency } from "@/lib/catalogue/fx/display-data";
import { makeMoney, nameTaxFree } from "@/lib/catalogue/fx/money-rules";
import { listUsedSources } from "@/lib/dataset/rules";
import { writeHeadline } from "@/lib/findings/comparison-rules";
import { isMixAnswer, writeMixHeadline } from "@/lib/findings/mix-rules";
import { readPageContext } from "@/lib/pages/context";
import { IMAGES } from "@/lib/pages/share/addresses";
import { countryName } from "@/lib/text/format";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = servePictures(
  IMAGES.comparison,
  async (version, query) => {
    const [{ products, indexed, label }, { context }, { currency, unknown }, pen] = await Promise.all([
      readCompareOptions(version),
      readPageContext(version),
      readDisplayCurrency(version, query.currency ?? "USD"),
      findPen(),
    ]);
    const { request, refused } = readCompareRequest(query, { products, indexed });
    const [fault] = [...refused, ...(unknown ? [{ parameter: "currency", given: unknown }] : [])];
    if (fault) return { kind: "bad-parameter", detail: `${fault.parameter}: “${fault.given}” is not in this dataset.` };
    const { comparison, reasonOf } = await loadComparison(version, request, currency);
    const counted = listCounted(comparison).length;
    const lens = request.lens ?? "shown";
    const money = lens === "excluded" ? nameTaxFree(makeMoney(currency)) : makeMoney(currency);
    const used = listUsedSources(
      comparison.matrix.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? [])),
      context.summary.sources,
    );
    const credit = writeCredit(context, toCompareHref(request, query.currency), used);
    const { finding, measure } = describeComparison(
      comparison,
      lens,
      label,
      money,
      context.summary.fx_date,
      compareTense(undefined, context.age),
    );
    return {
      card: () =>
        drawCard(
          {
            finding:
              lens !== "income" && context.age === null && isMixAnswer(comparison)
                ? writeMixHeadline(comparison, label, money, { isTaxFree: lens === "excluded" })
                : writeHeadline(comparison, label, money, compareTense(undefined, context.age)),
            measure: money.unit,
            credit,
          },
          comparison.totals.flatMap((total) => {
            const { country, complete, missing } = total;
            const usd = sumOf(total);
            return usd === null
              ? []
              : [
                  {
                    name: countryName(country),
                    value: usd,
                    figure: money.price(usd),
                    colour: complete ? PALETTE.ink2 : PALETTE.rule,
                    ...(!complete && {
                      note: `${counted - missing.length} of ${counted}`,
                    }),
                  },
                ];
          }),
        ),
      matrix: async () => {
        const { rows, totals } = describeMatrix({ comparison, lens, label, money, reasonOf });
        const columns = comparison.countries.map(({ name }) => name);
        const width = Math.max(PICTURE_WIDTH, heatWidth(columns.length) + PICTURE_WIDTH - innerWidth());
        const body = drawHeat(pen, { columns, rows, ...(totals && { totals }) }, innerWidth(width));
        return drawSheet(pen, { finding, measure, credit }, body, { width });
      },
    };
  },
);
