import { type CitationFacts, writeCitation } from "@/lib/text/citation";
import { CopyButton } from "./copy-button";

/** Citation of a figure, to copy. */
export function Cite({ facts, group }: { facts: CitationFacts; group?: string }) {
  return (
    <details className="data-figure-action" name={group} data-menu="">
      <summary className="chevron">Cite</summary>
      <div className="data-figure-panel">
        <p className="citation">{writeCitation(facts)}</p>
        <CopyButton label="Copy citation" className="share-copy" />
      </div>
    </details>
  );
}
