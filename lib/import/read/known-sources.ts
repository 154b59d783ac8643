import { PRICE_INDEX } from "@/lib/contract/envelope";
/** Columns of `source`, as in prisma/data/sources.csv. */
export interface SourceRow {
  id: string;
  name: string;
  publisher: string;
  url: string;
  license: string;
  attribution: string;
}

export const ECB: SourceRow = {
  id: "ecb",
  name: "Euro foreign exchange reference rates",
  publisher: "European Central Bank",
  url: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
  license: "attribution",
  attribution: "Source: European Central Bank; converted to US dollars.",
};

export const CURRENCY_API: SourceRow = {
  id: "currency-api",
  name: "Currency API (npm @fawazahmed0/currency-api)",
  publisher: "fawazahmed0",
  url: "https://github.com/fawazahmed0/exchange-api",
  license: "CC0-1.0",
  attribution: "Source: fawazahmed0 exchange-api.",
};

/** Source of one snapshot of the Global App Store Price Index; each snapshot is its own source. */
export function describeOpentherank(snapshotDay: string): SourceRow {
  return {
    id: `opentherank-${snapshotDay}`,
    name: `${PRICE_INDEX.title}, snapshot ${snapshotDay}`,
    publisher: PRICE_INDEX.publisher,
    url: PRICE_INDEX.url,
    license: "CC-BY-4.0",
    attribution:
      "Source: OpenTheRank Global App Store Price Index (opentherank.com), CC BY 4.0. " +
      "Changed: reshaped, periods renamed, one-time purchases left out.",
  };
}
