import { CopyButton } from "./copy-button";

export type EmbedCodeProps = {
  url: string;
  title: string;
  version: string;
};

type Size = { width: number; height: number };

/** In px; wide enough for the labels of a map. */
export const EMBED_SIZE: Size = { width: 680, height: 460 };

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

export const writeFrame = (url: string, title: string, { width, height }: Size = EMBED_SIZE): string =>
  `<iframe src="${escapeAttribute(url)}" width="${width}" height="${height}" title="${escapeAttribute(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`;

export function EmbedCode({ url, title, version, group }: EmbedCodeProps & { group?: string }) {
  const code = writeFrame(url, title);
  return (
    <details className="data-figure-action" name={group} data-menu="">
      <summary className="chevron">Embed</summary>
      <div className="data-figure-panel">
        <p className="nearest-call">
          This figure on your page, fixed to version {version}. No script, no cookie; light or dark as your reader has
          it, or by <code>theme=light</code> and <code>theme=dark</code>. <a href={url}>See it alone</a>
        </p>
        <label className="embed-code">
          <span className="visually-hidden">Code of the frame</span>
          <textarea readOnly rows={4} spellCheck={false} defaultValue={code} />
        </label>
        <CopyButton label="Copy code" className="share-copy" />
      </div>
    </details>
  );
}
