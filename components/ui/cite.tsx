import { type CitationFacts, writeCitation, writeFigureBibtex } from "@/lib/text/citation";
import { CopyButton } from "./copy-button";

export function Cite({ facts, group }: { facts: CitationFacts; group?: string }) {
  return (
    <details className="data-figure-action" name={group} data-menu="">
      <summary className="chevron">Cite</summary>
      <div className="data-figure-panel">
        <p className="citation">{writeCitation(facts)}</p>
        <CopyButton label="Copy citation" className="share-copy" />
        <pre className="citation">{writeFigureBibtex(facts)}</pre>
        <CopyButton label="Copy BibTeX" className="share-copy" />
        <p className="files">
          The dataset
          {["citation.bib", "CITATION.cff"].map((file) => (
            <a key={file} href={`/${file}?version=${facts.version}`} download>
              {file}
            </a>
          ))}
        </p>
      </div>
    </details>
  );
}
