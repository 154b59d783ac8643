import { formatDay } from "./format";

export type CitationFacts = {
  title: string;
  /** Sources of this figure only, such as `Netflix prices by thomas.io`. */
  sources: readonly string[];
  /** Number of the dataset version, and the day or instant of its publish. */
  version: string;
  published: string;
  /** When the prices of the figure were read: `read on 9 Apr 2026`; null where it is in the title. */
  read: string | null;
  /** Absolute address of the figure in the state that is shown. */
  url: string;
  method: string;
};

export function toVersionAddress(address: string, version: string): string {
  const [page = "", anchor] = address.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}version=${version}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** `Dataset 2026-11-20.2, published 25 Nov 2026; prices read on 9 Apr 2026.` */
export const writeDataset = ({
  version,
  published,
  read,
}: Pick<CitationFacts, "version" | "published" | "read">): string =>
  `Dataset ${version}, published ${formatDay(published)}${read === null ? "" : `; prices ${read}`}.`;

/** Citation as one line. */
export const writeCitation = ({ title, sources, version, published, read, url, method }: CitationFacts): string =>
  `${["Price Atlas", ...sources].join("; ")}. “${title}”. ${writeDataset({ version, published, read })} ${url}. Method: ${method}. Licence CC BY 4.0.`;

const LATEX_SIGNS = /[%&$#_{}]/g;

/** Citation as a BibTeX entry, for reference managers. */
export function writeFigureBibtex({ title, sources, version, published, read, url, method }: CitationFacts): string {
  const plain = (text: string) => text.replace(LATEX_SIGNS, "\\$&");
  const fields = {
    author: ["Price Atlas", ...sources].map((name) => `{${plain(name)}}`).join(" and "),
    title: `{${plain(title)}}`,
    year: published.slice(0, 4),
    version,
    url,
    note: `${writeDataset({ version, published, read })} Method: ${method}. Licence CC BY 4.0`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{price-atlas-${version},\n${lines.join(",\n")},\n}`;
}
