import { useId } from "react";

export type BigSearchProps = { label: string; placeholder: string; defaultValue?: string };

/** Works without scripts; components/client/search-box.ts adds suggestions. */
export function BigSearch({ label, placeholder, defaultValue }: BigSearchProps) {
  const id = useId();
  return (
    <search aria-label={label}>
      <form
        className="big-search"
        action="/search"
        method="get"
        autoComplete={defaultValue === undefined ? undefined : "off"}
        data-search=""
      >
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input id={id} name="q" type="search" placeholder={placeholder} defaultValue={defaultValue} maxLength={100} />
        <button className="button" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}
