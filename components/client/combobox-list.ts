import type { Option } from "@/lib/catalogue/search/option-rules";
import { make } from "./make";

export type ListState = {
  values: readonly string[];
  isOpen: boolean;
  isFull: boolean;
  active: number | null;
  typed: string;
};

/** Replaces the browser's suggestions by a list box. `toggle` receives the value of a pressed option. */
export function drawList(
  fieldset: HTMLFieldSetElement,
  input: HTMLInputElement,
  id: string,
  toggle: (value: string) => void,
): { draw(shown: readonly Option[], state: ListState): void } {
  const list = make("div", { className: "combobox-list", id: `${id}-list`, tabIndex: -1, hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", fieldset.querySelector("legend")?.firstChild?.textContent?.trim() ?? "");
  list.setAttribute("aria-multiselectable", "true");
  // Keeps the focus in the input while an option is pressed.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    const value = target instanceof Element && target.closest<HTMLElement>("[role=option]")?.dataset.value;
    if (value) toggle(value);
  });
  input.after(list);

  // A hidden input sends the values instead.
  for (const name of ["name", "list"]) input.removeAttribute(name);
  const roles = { role: "combobox", "aria-controls": list.id, "aria-autocomplete": "list", "aria-expanded": "false" };
  for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);

  return {
    draw(shown, { values, isOpen, isFull, active, typed }) {
      const drawn = shown.map(({ value, label, hint = "" }, i) => {
        const isChosen = values.includes(value);
        const note = make("span", { className: "option-hint" }, [isChosen ? "chosen" : hint]);
        const option = make("div", { id: `${id}-${value}`, tabIndex: -1 }, [label, note]);
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", String(isChosen));
        option.setAttribute("aria-disabled", String(isFull && !isChosen));
        option.dataset.value = value;
        option.toggleAttribute("data-active", i === active);
        return option;
      });
      const none = make("p", { className: "combobox-none" }, [`Nothing matches “${typed}”.`]);
      list.hidden = !isOpen;
      list.replaceChildren(...(isOpen && drawn.length === 0 ? [none] : drawn));
      input.setAttribute("aria-expanded", String(isOpen));
      const current = active === null ? undefined : drawn[active];
      if (current) input.setAttribute("aria-activedescendant", current.id);
      else input.removeAttribute("aria-activedescendant");
      current?.scrollIntoView({ block: "nearest" });
    },
  };
}
