import { type CitationFacts, writeCitation, writeFigureBibtex } from "@/lib/text/citation";
import { CopyButton } from "./copy-button";

export type ShareProps = {
  url: string;
  image?: { png: string; svg: string } | undefined;
  embed?: { url: string; title: string; version: string } | undefined;
  citation: CitationFacts;
};

type Size = { width: number; height: number };

/** In px; wide enough for the labels of a map. */
export const EMBED_SIZE: Size = { width: 680, height: 460 };

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

export const writeFrame = (url: string, title: string, { width, height }: Size = EMBED_SIZE): string =>
  `<iframe src="${escapeAttribute(url)}" width="${width}" height="${height}" title="${escapeAttribute(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`;

/** Link, which scripts copy too; picture, frame and citation in one menu. */
export function Share({ url, image, embed, citation, group }: ShareProps & { group?: string }) {
  return (
    <>
      <a className="share-link" href={url} data-copy-link="">
        <span aria-live="polite">Link</span>
        <span className="visually-hidden"> to this figure</span>
      </a>
      <details className="data-figure-action" name={group} data-menu="">
        <summary className="chevron">Share</summary>
        <div className="data-figure-panel">
          {image && (
            <p className="files">
              Image
              <a href={image.png} download>
                PNG
              </a>
              <a href={image.svg} download>
                SVG
              </a>
            </p>
          )}
          {embed && (
            <>
              <p className="prose-small">
                On your page, fixed to version {embed.version}: no script, no cookie; light or dark as your reader has
                it, or by <code>theme=light</code> and <code>theme=dark</code>. <a href={embed.url}>See it alone</a>
              </p>
              <label className="embed-code">
                <span className="visually-hidden">Code of the frame</span>
                <textarea readOnly rows={3} spellCheck={false} defaultValue={writeFrame(embed.url, embed.title)} />
              </label>
              <CopyButton label="Copy code" className="share-copy" />
            </>
          )}
          <p className="citation">{writeCitation(citation)}</p>
          <CopyButton label="Copy citation" className="share-copy" />
          <pre className="citation">{writeFigureBibtex(citation)}</pre>
          <CopyButton label="Copy BibTeX" className="share-copy" />
          <p className="files">
            Cite the dataset
            {["citation.bib", "CITATION.cff"].map((file) => (
              <a key={file} href={`/${file}?version=${citation.version}`} download>
                {file}
              </a>
            ))}
          </p>
        </div>
      </details>
    </>
  );
}
