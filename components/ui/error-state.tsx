import type { ReactNode } from "react";
import { EmptyState, type WayOut } from "./empty-state";

export type ErrorStateProps = {
  title: string;
  deck: ReactNode;
  waysOutTitle: string;
  waysOut: readonly WayOut[];
  /** Id of the request, for a report. */
  reference?: string | undefined;
};

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
