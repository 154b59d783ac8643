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
