export type ShareLinksProps = {
  url: string;
  image?: { png: string; svg: string } | undefined;
  table?: { xlsx: string; csv: string } | undefined;
};

/** With scripts the first link also copies itself. */
export function ShareLinks({ url, image, table }: ShareLinksProps) {
  return (
    <>
      <a className="share-link" href={url} data-copy-link="">
        <span aria-live="polite">Link</span>
        <span className="visually-hidden"> to this figure</span>
      </a>
      {image && <Files name="Image" files={{ PNG: image.png, SVG: image.svg }} />}
      {table && <Files name="Table" files={{ Excel: table.xlsx, CSV: table.csv }} />}
    </>
  );
}

function Files({ name, files }: { name: string; files: Readonly<Record<string, string>> }) {
  return (
    <span className="share-files">
      {name}
      {Object.entries(files).map(([format, href]) => (
        <a key={format} href={href} download>
          {format}
        </a>
      ))}
    </span>
  );
}
