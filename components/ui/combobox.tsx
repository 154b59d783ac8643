"use client";

import { type KeyboardEvent, useId, useRef, useState, useSyncExternalStore } from "react";
import { actionForKey } from "./combobox-keys";
import { filterOptions, type Option } from "./combobox-rules";

export type ComboboxProps = {
  legend: string;
  /** Parameter that carries the chosen values, joined by commas. */
  name: string;
  /** Parameter for the text of one more, used only without scripts: resolve it with findOption of combobox-rules. */
  addName: string;
  options: readonly Option[];
  /** Values chosen so far, in order. `removeHref` is the address without it, for use without scripts. */
  chosen: readonly { value: string; removeHref: string }[];
  max: number;
  placeholder: string;
};

/** How many answers are drawn at a time; typing narrows them. */
const SHOWN = 60;

const subscribeToNothing = () => () => {};
/** False on the server and while hydrating, so that both draw the form that works without scripts. */
const useHasScript = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

const Cross = () => (
  <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
    <path d="M1 1l10 10M11 1L1 11" />
  </svg>
);

/**
 * Several of many. On the server and without scripts: chips whose crosses are links, and an input with suggestions that
 * is sent as `addName`. With scripts: a combobox with a list (WAI-ARIA APG, "editable combobox with list autocomplete").
 */
export function Combobox({ legend, name, addName, options, chosen, max, placeholder }: ComboboxProps) {
  const hasScript = useHasScript();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(() => chosen.map(({ value }) => value));
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const [message, setMessage] = useState("");

  const optionOf = new Map(options.map((option) => [option.value, option]));
  const labelOf = (value: string) => optionOf.get(value)?.label ?? value;
  const hrefOf = new Map(chosen.map(({ value, removeHref }) => [value, removeHref]));
  const matches = filterOptions(options, typed);
  const shown = matches.slice(0, SHOWN);
  const isFull = values.length >= max;
  const count = `${values.length} of ${max}`;

  const remove = (value: string) => {
    setValues(values.filter((other) => other !== value));
    setMessage(`${labelOf(value)} removed, ${values.length - 1} of ${max} chosen`);
    input.current?.focus();
  };
  const toggle = (value: string) => {
    if (values.includes(value)) return remove(value);
    if (isFull) return setMessage(`No more than ${max}: remove one first`);
    setValues([...values, value]);
    setTyped("");
    setActive(null);
    setMessage(`${labelOf(value)} added, ${values.length + 1} of ${max} chosen`);
    input.current?.focus();
  };
  const close = () => {
    setIsOpen(false);
    setActive(null);
  };
  const activate = (index: number) => {
    setIsOpen(true);
    setActive(index);
    document.getElementById(`${id}-${shown[index]?.value}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const state = { isOpen, typed, active, shown: shown.length, chosen: values.length };
    const action = actionForKey(event.key, event.altKey, state);
    if (!action) return;
    event.preventDefault();
    if (action.do === "open") setIsOpen(true);
    if (action.do === "close") close();
    if (action.do === "clear") setTyped("");
    if (action.do === "activate") activate(action.index);
    const picked = action.do === "pick" ? shown[action.index]?.value : undefined;
    if (picked !== undefined) toggle(picked);
    const last = values.at(-1);
    if (action.do === "removeLast" && last !== undefined) remove(last);
  };
  // Only the pointer presses an option: the keys are the input's, where the focus stays.
  const pressing = (value: string) => ({ onClick: () => toggle(value) });

  return (
    <fieldset className="combobox">
      <legend>
        {legend} <span className="combobox-count">{count}</span>
      </legend>
      <input type="hidden" name={name} value={values.join(",")} disabled={values.length === 0} />
      <ul className="chips">
        {values.map((value) => (
          <li key={value} className="chip">
            <span>{labelOf(value)}</span>
            {hasScript ? (
              <button
                type="button"
                className="chip-remove"
                aria-label={`Remove ${labelOf(value)}`}
                onClick={() => remove(value)}
              >
                <Cross />
              </button>
            ) : (
              <a className="chip-remove" href={hrefOf.get(value)} aria-label={`Remove ${labelOf(value)}`}>
                <Cross />
              </a>
            )}
          </li>
        ))}
        <li className="combobox-entry">
          <label className="visually-hidden" htmlFor={`${id}-input`}>
            {placeholder}
          </label>
          {hasScript ? (
            <input
              ref={input}
              id={`${id}-input`}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={active === null ? undefined : `${id}-${shown[active]?.value}`}
              autoComplete="off"
              placeholder={placeholder}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setIsOpen(true);
                setActive(null);
              }}
              onClick={() => setIsOpen(true)}
              onBlur={close}
              onKeyDown={onKeyDown}
            />
          ) : (
            <>
              <input
                id={`${id}-input`}
                name={addName}
                list={`${id}-options`}
                autoComplete="off"
                placeholder={placeholder}
              />
              <datalist id={`${id}-options`}>
                {options.map(({ value, label, hint }) => (
                  <option key={value} value={label}>
                    {hint}
                  </option>
                ))}
              </datalist>
            </>
          )}
          {hasScript && (
            // Keeps the focus in the input while an option is pressed.
            <div
              id={`${id}-list`}
              className="combobox-list"
              role="listbox"
              aria-label={legend}
              aria-multiselectable="true"
              hidden={!isOpen}
              onPointerDown={(event) => event.preventDefault()}
              tabIndex={-1}
            >
              {isOpen &&
                shown.map(({ value, label, hint }, i) => (
                  <div
                    key={value}
                    id={`${id}-${value}`}
                    role="option"
                    aria-selected={values.includes(value)}
                    aria-disabled={isFull && !values.includes(value)}
                    data-active={active === i ? "" : undefined}
                    tabIndex={-1}
                    {...pressing(value)}
                  >
                    {label}
                    <span className="option-hint">{values.includes(value) ? "chosen" : hint}</span>
                  </div>
                ))}
              {isOpen && shown.length === 0 && <p className="combobox-none">Nothing matches “{typed}”.</p>}
            </div>
          )}
        </li>
      </ul>
      <p className="visually-hidden" aria-live="polite">
        {message || (isOpen && typed !== "" ? `${matches.length} match` : "")}
      </p>
    </fieldset>
  );
}
