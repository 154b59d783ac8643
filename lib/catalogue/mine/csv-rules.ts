import { makeCsvWriter, writeCsvHead } from "@/lib/contract/csv-text";
import type { Mine } from "./schema";

/**
 * One row a subscription: what counts at `home`, and the chosen price of each country, in US dollars a month, empty where
 * none counts.
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
  const rows = owned.map(({ subscription, label, standing, cost, listed, cheapest }) => {
    const shown = cost ?? listed;
    const cells = comparison.matrix.find(({ product }) => product === subscription.product)?.cells ?? [];
    const figures = comparison.countries.map(({ country }, at): [string, number | null] => {
      const cell = country === home ? cost : cells[at];
      return [`usd_monthly_${country}`, cell?.usd_monthly ?? null];
    });
    return {
      product: subscription.product,
      name: label,
      standing,
      platform: shown?.platform ?? null,
      period: shown?.period ?? null,
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
