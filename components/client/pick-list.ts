import { writePick } from "@/components/ui/pick-words";
import { findRows, readRows } from "./list-filter";

/** Values of the ticked boxes, of which one may stand for many. */
const countValues = (boxes: readonly HTMLInputElement[]): number =>
  new Set(boxes.flatMap(({ checked, value, dataset }) => (checked ? (dataset.values?.split(",") ?? [value]) : [])))
    .size;

/**
 * Finds boxes while one types, where Enter ticks the best one, and says in the form's buttons how many are ticked. Tab
 * stops once in the list, arrow keys move in it.
 */
export function enhancePick(fieldset: HTMLFieldSetElement): void {
  const find = fieldset.querySelector<HTMLInputElement>("input[type=search]");
  const status = fieldset.querySelector("[role=status]");
  const count = fieldset.querySelector(".pick-count");
  const boxes = [...fieldset.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  const form = boxes[0]?.form;
  if (!find || !status || !count || !form) return;
  let rows = readRows(fieldset);
  const draw = () => {
    const max = Number(fieldset.dataset.pick);
    const ticked = countValues(boxes);
    count.textContent = `${ticked} of ${max}`;
    for (const box of boxes) box.disabled = ticked >= max && !box.checked;
    const countOf = (name: string) =>
      countValues(
        [...form.elements].filter(
          (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === name,
        ),
      );
    for (const button of form.elements)
      if (button instanceof HTMLButtonElement && button.dataset.words)
        button.textContent = writePick(button.dataset.words, countOf);
  };
  const show = () => {
    const found = findRows(rows, find.value);
    status.textContent = find.value === "" ? "" : found.length === 1 ? "1 found" : `${found.length} found`;
    stopAt(choices()[0]);
    return found;
  };
  // The box that stands for all is outside the list.
  const listed = boxes.filter((box) => box.closest(".pick-list"));
  const choices = () => listed.filter((box) => !box.disabled && !box.closest(".is-out"));
  const stopAt = (stop: HTMLInputElement | undefined) => {
    for (const box of listed) box.tabIndex = box === stop ? 0 : -1;
  };
  fieldset.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const { target } = event;
    const at = target instanceof HTMLInputElement ? choices().indexOf(target) : -1;
    if (step === 0 || (at === -1 && target !== find)) return;
    event.preventDefault();
    const next = at + step < 0 ? find : choices()[at + step];
    if (next !== find) stopAt(next ?? choices()[at]);
    next?.focus();
  });
  fieldset.addEventListener("change", draw);
  find.addEventListener("input", show);
  const loadOtherNames = async (address: string) => {
    const names: Record<string, string[]> = await (await fetch(address)).json();
    rows = readRows(fieldset, (value) => names[value] ?? []);
    show();
  };
  find.addEventListener(
    "focus",
    () => {
      // Without them, names in English are found.
      if (fieldset.dataset.names) loadOtherNames(fieldset.dataset.names).catch(() => {});
    },
    { once: true },
  );
  find.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const box = find.value === "" ? null : show()[0]?.querySelector("input");
    if (!box) return;
    box.click();
    find.value = "";
    show();
    status.textContent = `${box.labels?.[0]?.firstChild?.textContent} ${box.checked ? "chosen" : "removed"}, ${count.textContent}`;
  });
  draw();
  stopAt(choices()[0]);
}
