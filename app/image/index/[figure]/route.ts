import { writeCredit } from "@/app/image/credit";
import { toIndexBars } from "@/app/image/index-bars";
import { servePictures } from "@/app/image/serve-pictures";
import { cropOf } from "@/components/charts/map-views";
import { BURDEN_STEPS, burdenStepOf, stepOf } from "@/components/charts/scale";
import { toBurdenValues } from "@/components/countries/burden-map";
import { toIndexValues } from "@/components/countries/index-map";
import { drawBarRows } from "@/components/pictures/bar-rows";
import { drawCard } from "@/components/pictures/card";
import { coloursOf } from "@/components/pictures/palette";
import { findPen } from "@/components/pictures/pen";
import { drawSheet, innerWidth } from "@/components/pictures/sheet";
import { drawWorldPicture } from "@/components/pictures/world-picture";
import { chooseBase, readCountriesAgainst, readTaxFreeIndex } from "@/lib/catalogue/countries/base/data";
import { withIndex } from "@/lib/catalogue/countries/rules";
import { readLens, toLensParams, toTaxView } from "@/lib/catalogue/tax/lens/rules";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { tellIndex } from "@/lib/findings/age-rules";
import { writeCoverage } from "@/lib/findings/dataset-rules";
import { byBurden, TAX_CAVEAT, writeBurdenDeck, writeBurdenTitle, writeExTaxTitle } from "@/lib/findings/lens-rules";
import { writeLead, writeLeadMeasure, writeRankingTitle } from "@/lib/findings/ranking-rules";
import { writeReadSpan } from "@/lib/findings/read-days-rules";
import { isAcrossTaxLine } from "@/lib/findings/tax-line-rules";
import { formatTimes } from "@/lib/findings/times-rules";
import { readPageContext } from "@/lib/pages/context";
import { toHref } from "@/lib/pages/query";
import { IMAGES } from "@/lib/pages/share/addresses";
import { baseName, formatPct } from "@/lib/text/format";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = servePictures(IMAGES.index, async (version, query) => {
  const lens = readLens(query);
  const base = await chooseBase(version, query.home ?? null);
  const [{ context }, countries, coverage, pen, taxFree] = await Promise.all([
    readPageContext(version),
    readCountriesAgainst(version, { tax: toTaxView(lens), base }),
    findCoverage(version),
    findPen(),
    readTaxFreeIndex(version, base),
  ]);
  const indexed = withIndex(countries);
  const { summary } = context;
  const isIncome = lens === "income";
  const lead =
    indexed.length > 1
      ? tellIndex(context.age, context.summary.index_read, writeLead(indexed, base, taxFree).join(""))
      : "What digital subscriptions cost, country by country";
  const day = writeReadSpan(summary.index_read);
  const without = lens === "excluded" ? " without tax" : "";
  const creditAt = (path: string, anchor: string) =>
    writeCredit(context, toHref(path, { home: query.home, ...toLensParams(lens) }, anchor));
  return {
    card: () =>
      drawCard(
        {
          finding: lead,
          measure: `${writeCoverage(coverage)}. Typical difference from ${baseName(base)}. ${TAX_CAVEAT}`,
          credit: writeCredit(context, "/"),
        },
        toIndexBars(indexed, base),
      ),
    map: async () => {
      if (indexed.length < 2) return null;
      const { values, labels } = isIncome ? toBurdenValues(indexed, base) : toIndexValues(indexed, lens, base);
      const body = await drawWorldPicture(
        pen,
        {
          values,
          labels,
          crop: cropOf(query.map),
          noData: isIncome ? "no index, or income not known" : "no index",
          ...(isIncome && { steps: BURDEN_STEPS }),
        },
        innerWidth(),
      );
      const finding = isIncome
        ? writeBurdenTitle(indexed, base)
        : lens === "excluded"
          ? writeExTaxTitle(indexed, base)
          : lead;
      const measure = isIncome
        ? writeBurdenDeck(indexed, base)
        : `Typical price difference from ${baseName(base)}${without}, in percent, ${day}. ${indexed.length} countries have an index.${without ? "" : ` ${writeLeadMeasure(indexed, base, taxFree)}`}`;
      return drawSheet(pen, { finding, measure, credit: creditAt("/countries", "#map") }, body);
    },
    ranking: async () => {
      if (indexed.length < 2) return null;
      const credit = creditAt("/countries", "#ranking");
      if (isIncome) {
        const rows = byBurden(indexed).map(({ name, ratio }) => ({
          name,
          value: ratio,
          figure: `${formatTimes(ratio)} ×`,
          colour: coloursOf(burdenStepOf(ratio)).fill,
        }));
        const caption = { finding: writeBurdenTitle(indexed, base), measure: writeBurdenDeck(indexed, base), credit };
        return drawSheet(pen, caption, drawBarRows(pen, rows, innerWidth(), 34));
      }
      const finding = lens === "excluded" ? writeExTaxTitle(indexed, base) : writeRankingTitle(indexed, base, taxFree);
      const measure = `Typical price difference from ${baseName(base)}${without}, in percent, ${day}.`;
      const rows = indexed.map(({ country, name, index }) => {
        const free = lens === "shown" && isAcrossTaxLine(country, base) ? taxFree.get(country) : undefined;
        return {
          name,
          value: country === base ? 0 : index.pct_vs_us,
          figure: country === base ? "compared with" : formatPct(index.pct_vs_us),
          colour: coloursOf(stepOf(index.pct_vs_us)).fill,
          ...(free !== undefined && { note: `without tax ${formatPct(free.pct_vs_us)}` }),
        };
      });
      return drawSheet(pen, { finding, measure, credit }, drawBarRows(pen, rows, innerWidth(), 34));
    },
  };
});
