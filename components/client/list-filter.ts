const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Filters the rows of a table by their `data-k` while one types, and says how many are left. */
export function enhanceFilter(form: HTMLFormElement): void {
  const list = document.getElementById(form.dataset.filter ?? "");
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  const count = form.querySelector("[role=status]");
  if (!list || !input || !count) return;
  const rows = [...list.querySelectorAll<HTMLElement>("[data-k]")];
  const first = count.textContent;
  const filter = () => {
    const text = plain(input.value.trim());
    let found = 0;
    for (const row of rows) {
      const hit = plain(row.dataset.k ?? "").includes(text);
      row.classList.toggle("is-out", !hit);
      if (hit) found++;
    }
    list.classList.toggle("is-filtered", text !== "");
    count.textContent =
      text === "" ? first : found === 0 ? `Nothing found for “${input.value.trim()}”` : `${found} of ${rows.length}`;
  };
  form.classList.add("is-live");
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", filter);
  if (input.value !== "" && rows.length > 0) filter();
}

/** Shows all rows of a folded list in place and focuses the first new one. */
export function listenForMore(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-more]") : null;
    const list = link && document.getElementById(link.dataset.more ?? "");
    if (!link || !list || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    list.classList.remove("is-folded");
    link.hidden = true;
    list.querySelector<HTMLElement>(".is-extra a")?.focus({ preventScroll: true });
  });
}
