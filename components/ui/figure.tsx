import { type ReactNode, useId } from "react";
import { GetThisData, type GetThisDataProps } from "./get-this-data";
import { Share, type ShareProps } from "./share";

export type FigureProps = {
  /** Statement that could be wrong. */
  finding: ReactNode;
  /** Measured quantity, unit and date. */
  measure: ReactNode;
  /** Between both; panels open above the figure, whose width the body confines. */
  controls?: ReactNode;
  children: ReactNode;
  source: ReactNode;
  data?: GetThisDataProps;
  share?: ShareProps;
  /** `lead` carries the page's title as h1. */
  size?: "small" | "lead";
  level?: 2 | 3;
  id?: string;
  after?: ReactNode;
};

/** Everything that shows data is inside a Figure. */
export function Figure(props: FigureProps) {
  const { finding, measure, controls, children, source, data, share, size, level = 2, id, after } = props;
  const headingId = useId();
  const Heading = size === "lead" ? "h1" : (`h${level}` as const);
  const headingClass = size === "lead" ? "display" : size === "small" ? "finding finding-sub" : "finding";
  return (
    <figure
      className={size === "lead" ? "data-figure data-figure-lead" : "data-figure"}
      aria-labelledby={headingId}
      id={id}
    >
      {/* The first child, with the tag inside: HTML has a caption nowhere else before other children. */}
      <figcaption className="data-figure-head">
        {size !== "lead" && <span className="data-figure-tag" aria-hidden="true" />}
        <Heading className={headingClass} id={headingId}>
          {finding}
        </Heading>
        <p className={size === "lead" ? "deck" : "measure"}>{measure}</p>
      </figcaption>
      {controls}
      {data?.table && (
        <div className="data-figure-menus">
          <GetThisData {...data} group={headingId} />
        </div>
      )}
      <div className="data-figure-body">{children}</div>
      <div className="data-figure-foot data-figure-menus">
        <p className="source">
          <span className="source-label">Source</span> {source}
        </p>
        {/* Together, so that none of them stands alone on a new line. */}
        <div className="data-figure-actions">
          {share && <Share {...share} group={headingId} />}
          {data && !data.table && <GetThisData {...data} group={headingId} />}
        </div>
      </div>
      {after}
    </figure>
  );
}
