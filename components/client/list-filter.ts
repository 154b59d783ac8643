import { filterOptions, type Option } from "@/lib/catalogue/search/option-rules";
import { readPage } from "./read-page";

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

/** Filters the rows of a table while one types, and says how many are left. `enhance` is called for rows that come. */
export function enhanceFilter(form: HTMLFormElement, enhance: () => void): void {
  const list = document.getElementById(form.dataset.filter ?? "");
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  const count = form.querySelector("[role=status]");
  if (!list || !input || !count) return;
  let rows = readRows(list);
  let more = document.querySelector<HTMLAnchorElement>(`a[data-more="${list.id}"]`);
  let isComing = false;
  const first = count.textContent;
  const filter = () => {
    const text = input.value.trim();
    if (text !== "" && more) {
      if (!isComing)
        appendFolded(list, more.href).then(
          () => {
            rows = readRows(list);
            more = null;
            enhance();
            filter();
          },
          // Its button finds the rows by another page.
          () => form.classList.remove("is-live"),
        );
      isComing = true;
      return;
    }
    const found = findRows(rows, text).length;
    list.classList.toggle("is-filtered", text !== "");
    count.textContent = text === "" ? first : found === 0 ? `Nothing found for “${text}”` : `${found} of ${rows.size}`;
  };
  form.classList.add("is-live");
  form.addEventListener("submit", (event) => form.classList.contains("is-live") && event.preventDefault());
  input.addEventListener("input", filter);
  if (input.value !== "" && rows.size > 0) filter();
}

/** Fetches the rows that a list leaves out. They stay folded while nothing is typed. */
async function appendFolded(list: HTMLElement, address: string): Promise<void> {
  const page = await readPage(address);
  const shown = [...list.querySelectorAll("[data-k]")];
  const folded = [...page.querySelectorAll(`#${list.id} [data-k]`)].slice(shown.length);
  if (folded.length === 0) throw new Error("no page");
  for (const row of folded) row.classList.add("is-extra");
  shown.at(-1)?.after(...folded);
}
