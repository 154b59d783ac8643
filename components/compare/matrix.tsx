import { HeatTable } from "@/components/charts/heat-table";
import { BURDEN_STEPS } from "@/components/charts/scale";
import { ScaleKey } from "@/components/charts/scale-key";
import { Link } from "@/components/ui/link";
import { hasUnrated } from "@/lib/catalogue/compare/rules";
import { baseName } from "@/lib/text/format";
import { countNoun } from "@/lib/text/words";
import { baseOf, describeMatrix, type MatrixProps } from "./describe-matrix";

export function Matrix(props: MatrixProps) {
  const { comparison, lens, label, money } = props;
  const { products, countries, matrix } = comparison;
  const { rows, totals } = describeMatrix(props);
  const base = baseName(baseOf(comparison));
  const reasons = [
    ...(hasUnrated(comparison) ? ["no exchange rate"] : []),
    ...(lens === "excluded" ? ["not known without tax"] : []),
  ];
  const noData = ["no price", ...reasons].join(", or ");
  return (
    <>
      <HeatTable
        caption={`Price of ${products.map(({ product: slug }) => label(slug)).join(", ")} in ${countNoun(countries.length, "country", "countries")}, ${lens === "income" ? "as a share of a month’s average income. In each cell: share, price, year of the income." : `${money.unit}. In each cell: amount, local amount, difference from ${base}.`}`}
        rowHead="Subscription"
        unit={lens === "income" ? "" : money.around.before}
        columns={countries.map(({ country: code, name }) => ({ code, name, href: `/countries/${code}` }))}
        rows={matrix.map(({ product }, i) => ({
          key: product,
          name: <Link href={`/services/${product}`}>{label(product)}</Link>,
          sub: rows[i]?.sub,
          cells: rows[i]?.cells ?? [],
        }))}
        {...(totals && { totals: { ...totals, sub: "a month" } })}
      />
      {lens === "income" ? (
        <ScaleKey
          steps={BURDEN_STEPS}
          label={`Colour classes: share of income as a multiple of the share in ${base}`}
          noData="no price, or not known"
        />
      ) : (
        <ScaleKey noData={noData} />
      )}
    </>
  );
}
