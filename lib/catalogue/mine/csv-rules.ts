import { isInTotals } from "@/lib/catalogue/compare/rules";
import { listCounted } from "@/lib/catalogue/compare/same-plan-rules";
import { makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";
import type { Mine } from "./schema";

/**
 * Writes a row for each subscription: its listed price at `home` and what is paid there (for its period, without a plan for
 * a month), then what counts in each country, in US dollars a month, empty where nothing does.
 */
export function writeMineCsv({ owned, comparison }: Mine, home: string): string {
  const columns = [
    "product",
    "name",
    "standing",
    "platform",
    "period",
    "amount",
    "currency",
    "paid_amount",
    "paid_currency",
    "cheapest_country",
    ...comparison.countries.map(({ country }) => `usd_monthly_${country}`),
  ];
  const rows = owned.map(({ subscription, label, countedAs, cost, listed, cheapest }) => {
    const billed = listed ?? cost;
    const cells = listCounted(comparison).find(({ product }) => product === subscription.product)?.cells ?? [];
    const figures = comparison.countries.map(({ country }, at): [string, number | null] => {
      const price = country === home ? cost : cells[at];
      return [`usd_monthly_${country}`, price && isInTotals(price) ? price.usd_monthly : null];
    });
    return {
      product: subscription.product,
      name: label,
      standing: countedAs,
      platform: billed?.platform ?? null,
      period: billed?.period ?? null,
      amount: listed?.amount ?? null,
      currency: listed?.currency ?? null,
      paid_amount: subscription.paid?.amount ?? null,
      paid_currency: subscription.paid?.currency ?? null,
      cheapest_country: cheapest?.country ?? null,
      ...Object.fromEntries(figures),
    };
  });
  return writeCsvHead(columns, false) + makeCsvWriter(columns)(rows);
}
