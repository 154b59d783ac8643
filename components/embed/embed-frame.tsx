import type { ReactNode } from "react";
import { BrandMark } from "@/components/site/brand";
import type { FigureContext } from "@/components/site/figure-data";
import { priceSources, sourceTitle } from "@/components/site/source-list";
import { PageFrame } from "@/components/ui/page-frame";
import type { SummarySource } from "@/lib/dataset/schema";
import { formatDay } from "@/lib/text/format";

export type EmbedFrameProps = {
  finding: string;
  measure: string;
  /** Path and query of the page with the figure. */
  href: string;
  context: FigureContext;
  /** All sources of prices when left out or empty. */
  sources?: readonly { source: SummarySource }[];
  children: ReactNode;
};

const OUT = { target: "_blank", rel: "noopener" } as const;

export function EmbedFrame({ finding, measure, href, context, sources, children }: EmbedFrameProps) {
  const { base, summary, age } = context;
  const url = base + href;
  const credited = sources === undefined || sources.length === 0 ? priceSources(summary.sources) : sources;
  return (
    <>
      <title>{`${finding} · Price Atlas`}</title>
      <main className="embed">
        <PageFrame />
        <h1 className="finding">
          <a href={url} {...OUT}>
            {finding}
          </a>
        </h1>
        <p className="embed-measure">
          {age !== null && `${age} `}
          {measure}
        </p>
        <div className="embed-body">{children}</div>
        <footer className="embed-foot">
          <a className="brand" href={url} {...OUT}>
            <BrandMark size={14} />
            <span>Price Atlas</span>
          </a>
          <p>
            Source:{" "}
            {credited.map(({ source }, i) => (
              <span key={source.id}>
                {i > 0 && ", "}
                <a href={source.url} {...OUT}>
                  {sourceTitle(source.name)}
                </a>{" "}
                by {source.publisher}
              </span>
            ))}
            , CC BY 4.0. {summary.fx_date && `Rates of ${formatDay(summary.fx_date)}. `}Version {summary.version}.
          </p>
        </footer>
      </main>
    </>
  );
}
