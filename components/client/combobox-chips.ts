import { make } from "./make";

export type Chips = { draw(values: readonly string[], count: string): void };

export function drawChips(
  fieldset: HTMLFieldSetElement,
  labelOf: (value: string) => string,
  remove: (value: string) => void,
): Chips {
  const entry = fieldset.querySelector(".combobox-entry");
  const counter = fieldset.querySelector(".combobox-count");
  return {
    draw(values, count) {
      for (const chip of fieldset.querySelectorAll(".chip")) chip.remove();
      const chips = values.map((value) => {
        const button = make("button", { type: "button", className: "chip-remove" });
        button.setAttribute("aria-label", `Remove ${labelOf(value)}`);
        button.addEventListener("click", () => remove(value));
        return make("li", { className: "chip" }, [make("span", {}, [labelOf(value)]), button]);
      });
      entry?.before(...chips);
      if (counter) counter.textContent = count;
    },
  };
}
