import type { Program } from "./programs";

/** One price in one call, for tools that take an address; tests/api/docs-recipes.test.ts asks for what they ask. */
export const writeRecipes = (base: string): readonly Program[] => {
  const price = `${base}/api/prices?product=netflix&country=DE&platform=ios&period=monthly`;
  return [
    {
      title: "Google Sheets",
      note: "one number in a cell",
      language: "Sheets",
      code: `=INDEX(IMPORTDATA("${price}&columns=amount&format=csv"), 2, 1)`,
    },
    {
      title: "Excel and Power BI",
      note: "Power Query: a blank query, its advanced editor",
      language: "Power Query",
      code: `let
  Address = "${base}/api/prices?country=DE&columns=name,product_plan,amount,currency,verified_on&format=csv&page_size=200",
  Rows = Csv.Document(Web.Contents(Address), [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),
  Named = Table.PromoteHeaders(Rows, [PromoteAllScalars = true]),
  Prices = Table.TransformColumnTypes(Named, {{"amount", type number}, {"verified_on", type date}}, "en-US")
in
  Prices`,
    },
    {
      title: "Home Assistant",
      note: "configuration.yaml: a sensor, read once a day",
      language: "YAML",
      code: `rest:
  - resource: "${price}&columns=amount,currency,verified_on"
    scan_interval: 86400
    sensor:
      - name: "Netflix in Germany"
        value_template: "{{ value_json.data[0].amount }}"
        unit_of_measurement: "EUR"
        json_attributes_path: "$.data[0]"
        json_attributes: ["currency", "verified_on"]`,
    },
    {
      title: "DuckDB",
      note: "the whole dataset, in SQL",
      language: "SQL",
      code: `-- curl -O ${base}/api/export/prices.parquet
SELECT name, product_plan, country_name, usd_monthly
FROM 'prices.parquet' WHERE product = 'netflix' AND usd_monthly IS NOT NULL AND NOT fx_stale
ORDER BY usd_monthly LIMIT 5;`,
    },
  ];
};
