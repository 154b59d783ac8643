import { LICENSE, LICENSE_URL, PRICE_INDEX } from "@/lib/contract/envelope";

export type CitedDataset = {
  version: string;
  /** RFC 3339. */
  publishedAt: string;
  base: string;
};

const TITLE = "Price Atlas: subscription prices of digital products by country";
const AUTHOR = "Price Atlas";

/** Returns the same prices byte for byte. */
const addressOf = ({ base, version }: CitedDataset) =>
  `${base}/api/export?dataset=prices&format=csv&version=${version}`;

export function writeBibtex(cited: CitedDataset): string {
  const { version, publishedAt } = cited;
  const fields = {
    author: `{${AUTHOR}}`,
    title: `{${TITLE}}`,
    year: publishedAt.slice(0, 4),
    month: String(Number(publishedAt.slice(5, 7))),
    version: version,
    url: addressOf(cited),
    note: `Licence ${LICENSE}. With data of the ${PRICE_INDEX.title} by ${PRICE_INDEX.publisher}, ${LICENSE}, ${PRICE_INDEX.url}`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{price-atlas-${version},\n${lines.join(",\n")}\n}\n`;
}

export function writeCitationFile(cited: CitedDataset): string {
  return `cff-version: 1.2.0
message: "If you use this dataset, please cite it by its version."
type: dataset
title: "${TITLE}"
version: "${cited.version}"
date-released: "${cited.publishedAt.slice(0, 10)}"
authors:
  - name: "${AUTHOR}"
url: "${addressOf(cited)}"
license: ${LICENSE}
license-url: "${LICENSE_URL}"
references:
  - type: data
    title: "${PRICE_INDEX.title}"
    authors:
      - name: "${PRICE_INDEX.publisher}"
    url: "${PRICE_INDEX.url}"
    license: ${LICENSE}
`;
}
