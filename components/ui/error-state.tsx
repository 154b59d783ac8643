import type { ReactNode } from "react";
import { EmptyState, type WayOut } from "./empty-state";

export type ErrorStateProps = {
  /** "There is no page “/services/netflx”" */
  title: string;
  /** Explanation, and what the reader can do. */
  deck: ReactNode;
  /** Heading of the links: "Did you mean". */
  waysOutTitle: string;
  waysOut: readonly WayOut[];
  /** Id of the request, for a report. */
  reference?: string | undefined;
};

/** Body of an error page (404, 500, database unavailable): says what happened and links to where the reader can go on. */
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
