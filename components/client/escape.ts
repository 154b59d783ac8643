/** Closes an open menu (details with data-menu) on Escape, and returns the focus to its summary. */
export function listenForEscape(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !(event.target instanceof Element)) return;
    const menu = event.target.closest<HTMLDetailsElement>("details[data-menu][open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
