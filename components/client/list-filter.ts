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

/** Filters the rows of a table while one types, and says how many are left. `enhance` is called for rows that come. */
export function enhanceFilter(form: HTMLFormElement, enhance: () => void): void {
  const list = document.getElementById(form.dataset.filter ?? "");
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  const count = form.querySelector("[role=status]");
  if (!list || !input || !count) return;
  let rows = readRows(list);
  let isWhole = findMore(list) === null;
  let isComing = false;
  const first = count.textContent;
  const complete = async () => {
    if (isComing) return;
    isComing = true;
    try {
      await appendFolded(list);
      isWhole = true;
      rows = readRows(list);
      enhance();
      filter();
    } catch {
      // Its button finds the rows by another page.
      form.classList.remove("is-live");
    }
  };
  const filter = () => {
    const text = input.value.trim();
    if (text !== "" && !isWhole) return void complete();
    const found = findRows(rows, text).length;
    list.classList.toggle("is-filtered", text !== "");
    count.textContent = text === "" ? first : found === 0 ? `Nothing found for “${text}”` : `${found} of ${rows.size}`;
  };
  form.classList.add("is-live");
  form.addEventListener("submit", (event) => {
    if (isWhole) event.preventDefault();
  });
  input.addEventListener("input", filter);
  if (input.value !== "" && rows.size > 0) filter();
}

/** The link to the view with all rows of a list; null where they are all there. */
const findMore = (list: Element) => document.querySelector<HTMLAnchorElement>(`a[data-more="${list.id}"]`);

/** Fetches the rows that a list leaves out. They stay folded while nothing is typed. */
async function appendFolded(list: Element): Promise<void> {
  const answer = await fetch(findMore(list)?.href ?? "");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const all = page.getElementById(list.id)?.querySelectorAll("[data-k]");
  if (!answer.ok || all === undefined) throw new Error("The rows did not come.");
  const shown = list.querySelectorAll("[data-k]");
  const folded = [...all].slice(shown.length);
  for (const row of folded) row.classList.add("is-extra");
  shown[shown.length - 1]?.after(...folded.map((row) => document.adoptNode(row)));
}
