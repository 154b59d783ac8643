import { formatDay } from "./format";

export type CitationFacts = {
  title: string;
  /** Sources of this figure only, such as `Netflix prices by thomas.io`. */
  sources: readonly string[];
  version: string;
  published: string;
  url: string;
  method: string;
};

export function toVersionAddress(address: string, version: string): string {
  const [page = "", anchor] = address.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}version=${version}${anchor === undefined ? "" : `#${anchor}`}`;
}

export const writeCitation = ({ title, sources, version, published, url, method }: CitationFacts): string =>
  `${["Price Atlas", ...sources].join("; ")}. “${title}”. Dataset ${version} of ${formatDay(published)}. ${url}. Method: ${method}. Licence CC BY 4.0.`;

const LATEX_SIGNS = /[%&$#_{}]/g;

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
