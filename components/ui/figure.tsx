import { type ReactNode, useId } from "react";
import { Cite } from "./cite";
import { GetThisData, type GetThisDataProps } from "./get-this-data";

export type PlateProps = {
  /** A sentence that could be wrong. */
  finding: ReactNode;
  /** What is measured, unit, date. */
  measure: ReactNode;
  children: ReactNode;
  /** Where the figures come from, with links and days. */
  source: ReactNode;
  data?: GetThisDataProps;
  /** The line to cite; `cite` of ./cite writes it. */
  citation?: string;
  /** Small figures stand beside others; the lead carries the page's title as h1 and display type. */
  size?: "small" | "lead";
  level?: 2 | 3;
  id?: string;
  /** Below the foot: a link to more. */
  after?: ReactNode;
};

/** The figure: finding, measure, body, and where it comes from. Everything that shows data stands in one. */
export function Figure(props: PlateProps) {
  const { finding, measure, children, source, data, citation, size, level = 2, id, after } = props;
  const headingId = useId();
  const Heading = size === "lead" ? "h1" : (`h${level}` as const);
  const headingClass = size === "lead" ? "display" : size === "small" ? "finding finding-sub" : "finding";
  return (
    <figure
      className={size === "lead" ? "data-figure data-figure-lead" : "data-figure"}
      aria-labelledby={headingId}
      id={id}
    >
      {size !== "lead" && <span className="data-figure-tag" aria-hidden="true" />}
      <figcaption className="data-figure-head">
        <Heading className={headingClass} id={headingId}>
          {finding}
        </Heading>
        <p className={size === "lead" ? "deck" : "measure"}>{measure}</p>
      </figcaption>
      <div className="data-figure-body">{children}</div>
      <div className="data-figure-foot">
        <p className="source">
          <span className="source-label">Source</span> {source}
        </p>
        {data && <GetThisData {...data} group={headingId} />}
        {citation !== undefined && <Cite citation={citation} group={headingId} />}
      </div>
      {after}
    </figure>
  );
}
