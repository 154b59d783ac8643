import type { ReactNode } from "react";
import { Button } from "./button";

export type FilterFormProps = {
  /** The page itself, with an anchor if the result stands further down ("/services/netflix#prices"). */
  action: string;
  label: string;
  children: ReactNode;
  submit?: string;
  /** Parameters of the address that are not among the fields and have to stay. */
  keep?: Readonly<Record<string, string | undefined>>;
  /** Where all filters are off; given only while some are on. */
  resetHref?: string | undefined;
};

/** Filters as a GET form: the address holds them all, and no script is needed. */
export function FilterForm({ action, label, children, submit = "Filter", keep = {}, resetHref }: FilterFormProps) {
  return (
    <form className="filters" action={action} method="get" aria-label={label}>
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <div className="filters-actions">
        <Button look="plain">{submit}</Button>
        {resetHref !== undefined && <a href={resetHref}>Clear</a>}
      </div>
    </form>
  );
}
