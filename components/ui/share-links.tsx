export type ShareLinksProps = {
  /** Absolute address of the figure in the state that is shown. */
  url: string;
  /** Absolute addresses of the picture of the figure. */
  image?: { png: string; svg: string } | undefined;
  /** Absolute addresses of the table of the figure as files for people. */
  table?: { xlsx: string; csv: string } | undefined;
};

/** One-step links of a figure: to itself, to its picture, to its table. With scripts the first also copies itself. */
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

/** Files of one kind, by the name of their format. */
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
