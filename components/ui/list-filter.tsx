import type { ReactNode } from "react";
import { Button } from "./button";
import { VersionField } from "./version-field";

export type ListFilterProps = {
  /** Of the table whose rows are filtered. */
  list: string;
  label: string;
  /** With the anchor of the list. */
  action: string;
  /** Parameters that must stay. */
  keep: Readonly<Record<string, string | number | undefined>>;
  value: string | undefined;
  /** `150 subscriptions` */
  count: string;
  children?: ReactNode;
};

/** Finds rows of a list by name: a GET form that scripts answer while one types (components/client/list-filter.ts). */
export const ListFilter = ({ list, label, action, keep, value, count, children }: ListFilterProps) => (
  <form className="list-filter" action={action} method="get" data-filter={list} aria-label={label}>
    <VersionField />
    {Object.entries(keep).map(
      ([name, kept]) => kept !== undefined && <input key={name} type="hidden" name={name} value={kept} />,
    )}
    <input type="search" name="q" aria-label={label} placeholder={label} defaultValue={value} maxLength={100} />
    <Button look="plain">Find</Button>
    <p className="list-count" role="status">
      {count}
    </p>
    {children}
  </form>
);
