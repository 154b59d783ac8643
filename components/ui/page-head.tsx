import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";

export type PageHeadProps = {
  title: ReactNode;
  deck?: ReactNode;
  crumbs?: readonly Crumb[];
};

export function PageHead({ title, deck, crumbs }: PageHeadProps) {
  return (
    <div className="page-head">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <h1 className="title">{title}</h1>
      {deck && <p className="deck">{deck}</p>}
    </div>
  );
}
