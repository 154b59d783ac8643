import type { ReactNode } from "react";
import { Button } from "./button";
import { Link } from "./link";
import { VersionField } from "./version-field";

export type FilterFormProps = {
  /** With an anchor when the result is further down ("/services/netflix#prices"). */
  action: string;
  label: string;
  children: ReactNode;
  submit?: string;
  /** Parameters that are not among the fields and must stay. */
  keep?: Readonly<Record<string, string | undefined>>;
  /** Given only while filters are set. */
  resetHref?: string | undefined;
};

/** A GET form: the address holds all filters, and no script is needed. */
export function FilterForm({ action, label, children, submit = "Filter", keep = {}, resetHref }: FilterFormProps) {
  return (
    <form className="filters" action={action} method="get" autoComplete="off" aria-label={label}>
      <VersionField />
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <div className="filters-actions">
        <Button look="plain">{submit}</Button>
        {resetHref !== undefined && <Link href={resetHref}>Clear</Link>}
      </div>
    </form>
  );
}
