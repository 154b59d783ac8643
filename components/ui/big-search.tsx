import { useId } from "react";

export type BigSearchProps = {
  action: string;
  label: string;
  placeholder: string;
  suggestions?: readonly string[];
  defaultValue?: string;
};

/** Large search field of a page; sends the parameter `q`. */
export function BigSearch({ action, label, placeholder, suggestions, defaultValue }: BigSearchProps) {
  const id = useId();
  return (
    <search>
      <form className="big-search" action={action} method="get">
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          name="q"
          type="search"
          placeholder={placeholder}
          defaultValue={defaultValue}
          list={suggestions && `${id}-list`}
          autoComplete="off"
        />
        {suggestions && (
          <datalist id={`${id}-list`}>
            {suggestions.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </datalist>
        )}
        <button className="button" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}
