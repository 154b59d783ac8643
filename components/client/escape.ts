/**
 * Escape closes the menu (details with data-menu) with the focus, else the one opened last, and focuses its summary.
 */
export function listenForEscape(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const own = event.target instanceof Element ? event.target.closest<HTMLDetailsElement>(OPEN) : null;
    const menu = own ?? [...document.querySelectorAll<HTMLDetailsElement>(OPEN)].at(-1);
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

const OPEN = "details[data-menu][open]";
