import { type ReactNode, useId } from "react";

export type TabsProps = { legend: string; tabs: readonly { label: string; content: ReactNode }[] };

/** Up to six panels. Radio buttons and CSS: works without scripts. */
export function Tabs({ legend, tabs }: TabsProps) {
  const name = useId();
  return (
    <div className="tabs">
      <fieldset className="tab-row">
        <legend className="visually-hidden">{legend}</legend>
        {tabs.map(({ label }, i) => (
          <label key={label}>
            <input type="radio" name={name} value={i} defaultChecked={i === 0} />
            {label}
          </label>
        ))}
      </fieldset>
      {tabs.map(({ label, content }, i) => (
        <div key={label} className="tab-panel" data-tab={i}>
          {content}
        </div>
      ))}
    </div>
  );
}
