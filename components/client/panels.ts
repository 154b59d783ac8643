const OPEN = "details[data-menu][open]";
/** What opens over the page. */
const FLOATS = `${OPEN} > :not(summary), .suggestions:not([hidden])`;
/** In px, kept free beside what opens. */
const MARGIN = 8;

/** Moves what is open over the page sideways into the window, where its place would let it stick out. */
export function keepInWindow(): void {
  const { clientWidth } = document.documentElement;
  for (const float of document.querySelectorAll<HTMLElement>(FLOATS)) {
    float.style.translate = "";
    const { left, width } = float.getBoundingClientRect();
    const room = Math.max(0, clientWidth - width);
    const margin = Math.min(MARGIN, room / 2);
    const place = Math.max(margin, Math.min(left, room - margin));
    if (Math.abs(place - left) >= 1) float.style.translate = `${place - left}px`;
  }
}

export function closePanels(): void {
  for (const panel of document.querySelectorAll<HTMLDetailsElement>(OPEN)) panel.open = false;
}

/**
 * Keeps panels (details with data-menu) in the window. Escape closes the one with the focus, else the one opened last,
 * and focuses its summary.
 */
export function listenForPanels(): void {
  // The event does not bubble.
  document.addEventListener("toggle", keepInWindow, true);
  addEventListener("resize", keepInWindow);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const own = event.target instanceof Element ? event.target.closest<HTMLDetailsElement>(OPEN) : null;
    const menu = own ?? [...document.querySelectorAll<HTMLDetailsElement>(OPEN)].at(-1);
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
