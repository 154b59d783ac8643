import { formatCount } from "@/lib/format";

export type ChoiceGroupProps = {
  legend: string;
  name: string;
  kind: "checkbox" | "radio";
  choices: readonly { value: string; label: string; count?: number }[];
  chosen: readonly string[];
  isSmall?: boolean;
};

/** All choices in sight: checkboxes for several, radio buttons for one. */
export function ChoiceGroup({ legend, name, kind, choices, chosen, isSmall }: ChoiceGroupProps) {
  return (
    <fieldset className={isSmall ? "choices choices-small" : "choices"}>
      <legend className="field-label">{legend}</legend>
      {choices.map(({ value, label, count }) => (
        <label key={value}>
          <input type={kind} name={name} value={value} defaultChecked={chosen.includes(value)} />
          {label}
          {count !== undefined && <span className="count">{formatCount(count)}</span>}
        </label>
      ))}
    </fieldset>
  );
}
