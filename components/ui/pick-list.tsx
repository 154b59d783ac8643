import { useId } from "react";
import type { Option } from "@/lib/catalogue/search/option-rules";
import { writePick } from "./pick-words";

export type PickListProps = {
  legend: string;
  /** Parameter that each ticked box sends. */
  name: string;
  options: readonly (Option & { note?: string | undefined })[];
  /** First in the list, in this order. */
  chosen: readonly string[];
  max: number;
  /** One box for many values. */
  all?: { value: string; label: string; values: readonly string[]; isChosen: boolean };
  find: string;
  /** Of the form that sends the boxes, where they are not inside it. */
  form?: string;
  /** Names in other languages load when a reader begins to type. */
  hasCountries?: boolean;
};

/** Boxes to tick; components/client/pick-list.ts finds them while one types and counts them. */
export function PickList({ legend, name, options, chosen, max, all, find, form, hasCountries }: PickListProps) {
  const id = useId();
  const byValue = new Map(options.map((option) => [option.value, option]));
  const ticked = new Set(chosen);
  const count = new Set([...chosen, ...(all?.isChosen ? all.values : [])]).size;
  const rows = [
    ...chosen.map((value) => byValue.get(value) ?? { value, label: value }),
    ...options.filter(({ value }) => !ticked.has(value)),
  ];
  return (
    <fieldset className="pick" data-pick={max} data-names={hasCountries ? "/country-names.json" : undefined}>
      <legend>
        {legend} <span className="pick-count">{`${count} of ${max}`}</span>
      </legend>
      {all && (
        <p className="pick-all">
          <input
            type="checkbox"
            id={`${id}-all`}
            form={form}
            name={name}
            value={all.value}
            data-values={all.values.join(",")}
            defaultChecked={all.isChosen}
          />
          <label htmlFor={`${id}-all`}>{all.label}</label>
        </p>
      )}
      <input className="pick-find" type="search" aria-label={find} placeholder={find} />
      <ul className="pick-list">
        {rows.map(({ value, label, hint, keywords = [], note }) => (
          <li key={value} data-k={[label, value, ...keywords].join("|")}>
            <input
              type="checkbox"
              id={`${id}-${value}`}
              form={form}
              name={name}
              value={value}
              defaultChecked={ticked.has(value)}
            />
            <label htmlFor={`${id}-${value}`}>
              {label} <span>{note ?? hint}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status" />
    </fieldset>
  );
}

export type PickButtonProps = {
  /** `Compare {products} in {countries}`: with the number of ticked boxes of a name. */
  words: string;
  counts: Readonly<Record<string, number>>;
  form?: string;
};

/** Says what it does with the ticked boxes; in the sheet of phones it stays in sight. */
export const PickButton = ({ words, counts, form }: PickButtonProps) => (
  <p className="pick-send">
    <button className="button" type="submit" form={form} data-words={words}>
      {writePick(words, (name) => counts[name] ?? 0)}
    </button>
  </p>
);
