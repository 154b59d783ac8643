import { z } from "zod";
import { CONTRACTS } from "@/app/api/contracts";
import { serveText } from "@/lib/api/serve-text";
import { ATTRIBUTION } from "@/lib/contract/envelope";
import { findCoverage } from "@/lib/dataset/coverage-data";
import { writeCoverage } from "@/lib/findings/dataset-rules";
import { publicUrl } from "@/lib/platform/env";
import type { Version } from "@/lib/versions/current";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serveText(
  "/llms.txt",
  "text/plain; charset=utf-8",
  z.object({}),
  writeGuide,
);

/** By llmstxt.org. */
async function writeGuide(version: Version): Promise<string> {
  const base = publicUrl();
  return `# Price Atlas

> What digital subscriptions cost, country by country: ${writeCoverage(await findCoverage(version))}, each with its source, day of verification and exchange rate. Open read-only API, no key needed, 60 requests a minute. Dataset ${version.version}.

Credit wherever the data is shown: "${ATTRIBUTION}", CC BY 4.0.

Rules: countries are ISO 3166-1 alpha-2, products are slugs, money is a JSON number, usd_monthly is US dollars a month. A null price is missing, never zero. A price is what a vendor asks, not a cost of living; US and Canadian prices leave out sales tax, most others include VAT; tax=excluded gives US dollars without it. Unknown parameters are errors that name the nearest match.

## API

${CONTRACTS.map(({ example, summary }) => `- [${summary}](${base}${example})`).join("\n")}
- [Server of the Model Context Protocol](${base}/docs/agents): POST ${base}/mcp, seven tools with the figures of the API
- [Index of the API](${base}/api): every endpoint with a call
- [OpenAPI 3.1 document](${base}/api/openapi.json): every parameter and field, with real answers as examples
- [Bruno collection](${base}/bruno.json): a request for each operation of the document, to import as a file

## Documentation

- [Quick start and reference](${base}/docs)
- [Ask for a key](${base}/docs/keys): more than 60 requests a minute
- [Caching, feeds and full examples](${base}/docs/programs)
- [What will not change, and what did](${base}/docs/changelog)
- [Errors](${base}/docs/errors)
- [Codebook](${base}/docs/data): every column of every dataset
- [Dates and versions](${base}/docs/time): prices of any day, every dataset version, changes, and programs that keep a copy
- [Methodology](${base}/docs/methodology): how both price indexes are computed
- [Sources and licences](${base}/about#sources)

## Files

- [Everything in one zip](${base}/bundle.zip): CSV and Parquet of every dataset, schema, licence, credits, citation, SHA-256
- [All prices, CSV](${base}/api/export?dataset=prices&format=csv)
- [Products, CSV](${base}/api/export?dataset=products&format=csv)
- [Price index by country, CSV](${base}/api/export?dataset=index&format=csv)
- [History of prices, CSV](${base}/api/export?dataset=history&format=csv)
- [Exchange rates, CSV](${base}/api/export?dataset=rates&format=csv)
- [Countries with tax rate, income and price level, CSV](${base}/api/export?dataset=countries&format=csv)
- [Differences between countries, CSV](${base}/api/export?dataset=differences&format=csv)
- [Coverage: which product has a price in which country, and why not, CSV](${base}/api/export?dataset=coverage&format=csv)
- [What to charge for an app by App Store territory, CSV](${base}/multipliers.csv?price=9.99): factor, interval and a price for each
- [Feed of price changes, Atom](${base}/feed.xml); of some only: [one product](${base}/feed.xml?product=netflix), by the filters of /api/prices
- [Price changes by month](${base}/changes), for people
`;
}
