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
      {image && (
        <span className="share-files">
          Image
          <a href={image.png} download>
            PNG
          </a>
          <a href={image.svg} download>
            SVG
          </a>
        </span>
      )}
      {table && (
        <span className="share-files">
          Table
          <a href={table.xlsx} download>
            Excel
          </a>
          <a href={table.csv} download>
            CSV
          </a>
        </span>
      )}
    </>
  );
}
