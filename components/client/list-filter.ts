import { filterOptions, type Option } from "@/lib/catalogue/search/option-rules";

type Rows = ReadonlyMap<Option, HTMLElement>;

/** Rows with their names of `data-k`, and others that `moreOf` knows by the value of their box. */
export function readRows(list: Element, moreOf: (value: string) => readonly string[] = () => []): Rows {
  return new Map(
    [...list.querySelectorAll<HTMLElement>("[data-k]")].map((row) => {
      const [label = "", ...keywords] = (row.dataset.k ?? "").split("|");
      const value = row.querySelector("input")?.value ?? "";
      return [{ value, label, keywords: [...keywords, ...moreOf(value)] }, row] as const;
    }),
  );
}

/** Hides the rows that the text does not find, and returns the others, best first. */
export function findRows(rows: Rows, text: string): HTMLElement[] {
  const found = filterOptions([...rows.keys()], text).flatMap((option) => rows.get(option) ?? []);
  const shown = new Set(found);
  for (const row of rows.values()) row.classList.toggle("is-out", !shown.has(row));
  return found;
}

/** Filters the rows of a table while one types, and says how many are left. */
export function enhanceFilter(form: HTMLFormElement): void {
  const list = document.getElementById(form.dataset.filter ?? "");
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  const count = form.querySelector("[role=status]");
  if (!list || !input || !count) return;
  const rows = readRows(list);
  const first = count.textContent;
  const filter = () => {
    const text = input.value.trim();
    const found = findRows(rows, text).length;
    list.classList.toggle("is-filtered", text !== "");
    count.textContent = text === "" ? first : found === 0 ? `Nothing found for “${text}”` : `${found} of ${rows.size}`;
  };
  form.classList.add("is-live");
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", filter);
  if (input.value !== "" && rows.size > 0) filter();
}
