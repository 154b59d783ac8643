import "server-only";
import type { z } from "zod";
import type { Problem } from "@/lib/api/problem";
import { categoryMedians } from "@/lib/catalogue/categories/medians-sql";
import type { TaxView } from "@/lib/catalogue/tax/schema";
import { CountryCode } from "@/lib/contract/codes";
import { JsonText } from "@/lib/contract/json-text";
import { readCatalogue, toVersion, type VersionColumn, versionColumn } from "@/lib/dataset/data";
import { readRow } from "@/lib/platform/read-row";
import { suggestCountry } from "@/lib/text/suggest";
import { Prisma } from "@/prisma/client/client";
import { countryPairs, pricedCountries } from "./columns-sql";
import type { CountryDetail } from "./detail-schema";
import type { getCountry } from "./endpoints";
import { pricesByIds } from "./prices-data";

type Input = z.infer<typeof getCountry.params> & z.infer<typeof getCountry.query>;

/** One country with what its page shows; a not-found problem for one without a price. */
export async function findCountry({ code, tax }: Input) {
  const canonical = CountryCode.safeParse(code.toUpperCase()).data ?? "";
  const row = await readRow<{ version: VersionColumn; data: string | null }>(Prisma.sql`
    SELECT ${versionColumn} AS version, (
      SELECT json_build_object(${countryPairs(tax)},
        'ranked', (SELECT count(*)::int FROM country_index r JOIN country_lens rl USING (version_id, country)
          WHERE r.version_id = v.id AND ${tax === "shown" ? Prisma.sql`r` : Prisma.sql`rl`}.status = 'published'),
        'relatives', f.figures -> 'relatives', 'distribution', f.figures -> 'bins', 'categories', ${standings[tax]},
        'lowest', ${pricesByIds(Prisma.sql`f.lowest_ids`, tax)}, 'highest', ${pricesByIds(Prisma.sql`f.highest_ids`, tax)},
        'currencies', f.figures -> 'currencies', 'sources', f.figures -> 'sources'
      )::text
      FROM ${pricedCountries} JOIN country_page f ON f.country = c.code AND f.tax = ${tax}
      WHERE c.code = ${canonical}
    ) AS data`);
  if (row.data === null) return toUnknownCountry(code, (await readCatalogue()).countries);
  return { version: toVersion(row.version), data: new JsonText<CountryDetail>(row.data) };
}

/** Medians of the country `c` with their ranks. */
const standingsBy = (tax: TaxView) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('category', category, 'pct_vs_us', pct_vs_us, 'basket_size', basket_size,
    'rank', rank, 'countries', countries) ORDER BY pct_vs_us, category), '[]')
  FROM (
    SELECT m.*, row_number() OVER (PARTITION BY category ORDER BY pct_vs_us, country) AS rank,
      count(*) OVER (PARTITION BY category) AS countries
    FROM (${categoryMedians[tax]}) m
  ) AS ranked
  WHERE ranked.country = c.code
)`;
const standings = { shown: standingsBy("shown"), excluded: standingsBy("excluded") };

/** Problem of a code without prices, with the one that was probably meant. */
function toUnknownCountry(code: string, known: readonly string[]): Problem {
  const shown = Array.from(code.slice(0, 60), (char) => (/\p{C}/u.test(char) ? "\uFFFD" : char)).join("");
  const meant = suggestCountry(code);
  return {
    kind: "not-found",
    detail: `There is no price in a country "${shown}"; countries are ISO 3166-1 alpha-2 codes.`,
    suggestions: meant !== undefined && known.includes(meant) ? [meant] : [],
  };
}
