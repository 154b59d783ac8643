import { actionForKey } from "@/components/ui/combobox-keys";
import { filterOptions, type Option } from "@/lib/catalogue/search/option-rules";
import { type Chips, drawChips } from "./combobox-chips";
import { drawList } from "./combobox-list";

const SHOWN = 60;

/**
 * Follows the WAI-ARIA APG's "editable combobox with list autocomplete": focus stays in the input, keys move the
 * active option.
 */
export function enhanceCombobox(fieldset: HTMLFieldSetElement): void {
  const hidden = fieldset.querySelector<HTMLInputElement>("input[type=hidden]");
  const input = fieldset.querySelector<HTMLInputElement>(".combobox-entry input");
  const datalist = fieldset.querySelector("datalist");
  const status = fieldset.querySelector("[aria-live]");
  if (!hidden || !input || !datalist || !status) return;

  const max = Number(fieldset.dataset.combobox);
  let options = readOptions(datalist);
  const labels = new Map(options.map(({ value, label }) => [value, label]));
  const labelOf = (value: string) => labels.get(value) ?? value;
  let values = hidden.value.split(",").filter(Boolean);
  let matches: Option[] = [];
  let isOpen = false;
  let active: number | null = null;

  const list = drawList(fieldset, input, datalist.id, (value) => toggle(value));
  const chips: Chips = drawChips(fieldset, labelOf, (value) => remove(value));
  const say = (message: string) => {
    status.textContent = message;
  };
  const drawOptions = () => {
    matches = isOpen ? filterOptions(options, input.value) : [];
    list.draw(matches.slice(0, SHOWN), { values, isOpen, active, isFull: values.length >= max, typed: input.value });
  };
  const drawAll = () => {
    hidden.value = values.join(",");
    hidden.disabled = values.length === 0;
    countChosen(fieldset.closest("[data-pick]"));
    chips.draw(values, `${values.length} of ${max}`);
    drawOptions();
  };
  const open = () => {
    isOpen = true;
    drawOptions();
  };
  const close = () => {
    isOpen = false;
    active = null;
    drawOptions();
  };
  const remove = (value: string) => {
    values = values.filter((other) => other !== value);
    drawAll();
    say(`${labelOf(value)} removed, ${values.length} of ${max} chosen`);
    input.focus();
  };
  const toggle = (value: string) => {
    if (values.includes(value)) return remove(value);
    if (values.length >= max) return say(`No more than ${max}: remove one first`);
    values = [...values, value];
    input.value = "";
    active = null;
    drawAll();
    say(`${labelOf(value)} added, ${values.length} of ${max} chosen`);
    input.focus();
  };

  input.addEventListener("input", () => {
    active = null;
    open();
    say(`${matches.length} match`);
  });
  const loadOtherNames = async () => {
    options = await withOtherNames(options, fieldset.dataset.names);
    drawOptions();
  };
  input.addEventListener("focus", () => void loadOtherNames(), { once: true });
  input.addEventListener("click", open);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const shown = Math.min(SHOWN, isOpen ? matches.length : filterOptions(options, input.value).length);
    const state = { isOpen, typed: input.value, active, shown, chosen: values.length };
    const action = actionForKey(event.key, event.altKey, state);
    if (action === null) return;
    event.preventDefault();
    if (action.do === "open") open();
    if (action.do === "close") close();
    if (action.do === "clear") input.value = "";
    if (action.do === "activate") {
      active = action.index;
      open();
    }
    const picked = action.do === "pick" ? matches[action.index] : undefined;
    if (picked) toggle(picked.value);
    const last = values.at(-1);
    if (action.do === "removeLast" && last !== undefined) remove(last);
  });
  drawAll();
}

/** The button says what it does: `Compare 5 in 4`. */
function countChosen(form: Element | null): void {
  const button = form?.querySelector("button:not([type=button])");
  const chosen = [...(form?.querySelectorAll<HTMLInputElement>("fieldset > input[type=hidden]") ?? [])];
  const [products, countries] = chosen.map(({ value }) => value.split(",").filter(Boolean).length);
  if (button) button.textContent = `Compare ${products} in ${countries}`;
}

/** Returns `options` unchanged when the names cannot be loaded. */
async function withOtherNames(options: readonly Option[], address: string | undefined): Promise<Option[]> {
  const known: Record<string, string[]> =
    address === undefined
      ? {}
      : await fetch(address)
          .then((answer) => answer.json())
          .catch(() => ({}));
  return options.map((option) => ({
    ...option,
    keywords: [...(option.keywords ?? []), ...(known[option.value] ?? [])],
  }));
}

function readOptions(datalist: HTMLDataListElement): Option[] {
  return [...datalist.options].map(({ value, textContent, dataset }) => ({
    value: dataset.value ?? value,
    label: value,
    ...(textContent && { hint: textContent }),
    ...(dataset.keywords && { keywords: dataset.keywords.split("|") }),
  }));
}
