import { useId } from "react";
import type { Option } from "@/lib/catalogue/search/option-rules";
import { Link } from "./link";

export type ComboboxProps = {
  legend: string;
  /** Parameter with the chosen values, joined by commas. */
  name: string;
  /** Used only without scripts: resolve its text with findOption of lib/catalogue/search/option-rules. */
  addName: string;
  options: readonly Option[];
  /** `removeHref`: address without the value, for use without scripts. */
  chosen: readonly { value: string; removeHref: string }[];
  max: number;
  placeholder: string;
  /** Names in other languages load when a reader begins to type. */
  hasCountries?: boolean;
};

/** Works without scripts; components/client/combobox.ts adds a list (WAI-ARIA APG). */
export function Combobox({ legend, name, addName, options, chosen, max, placeholder, hasCountries }: ComboboxProps) {
  const id = useId();
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  return (
    <fieldset className="combobox" data-combobox={max} data-names={hasCountries ? "/country-names.json" : undefined}>
      <legend>
        {legend} <span className="combobox-count">{`${chosen.length} of ${max}`}</span>
      </legend>
      <input
        type="hidden"
        name={name}
        value={chosen.map(({ value }) => value).join(",")}
        disabled={chosen.length === 0}
      />
      <ul className="chips">
        {chosen.map(({ value, removeHref }) => (
          <li key={value} className="chip">
            <span>{labels.get(value) ?? value}</span>
            <Link className="chip-remove" href={removeHref}>
              <span className="visually-hidden">Remove {labels.get(value) ?? value}</span>
            </Link>
          </li>
        ))}
        <li className="combobox-entry">
          <label className="visually-hidden" htmlFor={`${id}-input`}>
            {placeholder}
          </label>
          <input
            id={`${id}-input`}
            name={addName}
            list={`${id}-options`}
            autoComplete="off"
            placeholder={placeholder}
          />
          <datalist id={`${id}-options`}>
            {options.map(({ value, label, hint, keywords }) => (
              <option key={value} value={label} data-value={value} data-keywords={keywords?.join("|")}>
                {hint}
              </option>
            ))}
          </datalist>
        </li>
      </ul>
      <p className="visually-hidden" aria-live="polite" />
    </fieldset>
  );
}
