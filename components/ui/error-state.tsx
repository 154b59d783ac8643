import type { ReactNode } from "react";
import { EmptyState, type WayOut } from "./empty-state";

export type ErrorStateProps = {
  /** "There is no page “/services/netflx”" */
  title: string;
  /** What happened and what the reader can do. */
  deck: ReactNode;
  /** Heading of the ways out: "Did you mean". */
  waysOutTitle: string;
  waysOut: readonly WayOut[];
  /** The request's id, for a report. */
  reference?: string | undefined;
};

/** A whole page that failed: 404 with near matches, 500, database away. */
export function ErrorState({ title, deck, waysOutTitle, waysOut, reference }: ErrorStateProps) {
  return (
    <div className="error-page">
      <h1 className="title">{title}</h1>
      <p className="deck">{deck}</p>
      <EmptyState title={waysOutTitle} waysOut={waysOut} level={2} />
      {reference !== undefined && (
        <p className="error-reference">
          Reference for a report: <code>{reference}</code>
        </p>
      )}
    </div>
  );
}
