import { formatDay } from "./format";

/** Facts of a citation: every form of it (a sentence here, BibTeX, CFF) is written from these. */
export type CitationFacts = {
  /** Statement of the figure, as plain text. */
  title: string;
  /** Sources of that figure, and no others: `Netflix prices by thomas.io`. */
  sources: readonly string[];
  /** Number of the dataset version, and its day or instant. */
  version: string;
  published: string;
  /** Absolute address of the figure in the state that is shown. */
  url: string;
  /** Absolute address of the description of how it is made. */
  method: string;
};

/** Address of a page in the dataset version that it shows. */
export function toVersionAddress(address: string, version: string): string {
  const [page = "", anchor] = address.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}version=${version}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** Citation as one line. */
export const writeCitation = ({ title, sources, version, published, url, method }: CitationFacts): string =>
  `${["Price Atlas", ...sources].join("; ")}. “${title}”. Dataset ${version} of ${formatDay(published)}. ${url}. Method: ${method}. Licence CC BY 4.0.`;

const LATEX_SIGNS = /[%&$#_{}]/g;

/** Citation as a BibTeX entry, for reference managers. */
export function writeFigureBibtex({ title, sources, version, published, url, method }: CitationFacts): string {
  const plain = (text: string) => text.replace(LATEX_SIGNS, "\\$&");
  const fields = {
    author: ["Price Atlas", ...sources].map((name) => `{${plain(name)}}`).join(" and "),
    title: `{${plain(title)}}`,
    year: published.slice(0, 4),
    version,
    url,
    note: `Dataset ${version} of ${formatDay(published)}. Method: ${method}. Licence CC BY 4.0`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}}`);
  return `@misc{price-atlas-${version},\n${lines.join(",\n")},\n}`;
}
