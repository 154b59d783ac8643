import { closePanels } from "./panels";
import { showTheme } from "./theme-switch";

/**
 * Makes a page that comes back by Back, Forward, a reload or a restored tab say again what it shows: browsers keep it as
 * it was left, or put its fields back at their old places.
 */
export function listenForReturn(): void {
  addEventListener("pageshow", ({ persisted }) => {
    const [opened] = performance.getEntriesByType("navigation");
    const type = opened instanceof PerformanceNavigationTiming ? opened.type : "navigate";
    showTheme();
    if (persisted || type !== "navigate") {
      closePanels();
      for (const field of document.querySelectorAll("[role=combobox]")) field.dispatchEvent(new Event("blur"));
      for (const form of document.querySelectorAll<HTMLFormElement>("form[autocomplete=off]")) form.reset();
    }
    for (const field of document.querySelectorAll(
      "[data-filter] input[type=search], .pick-find, [data-day-form] input[type=date]",
    ))
      field.dispatchEvent(new Event("input"));
    for (const list of document.querySelectorAll("[data-pick]")) list.dispatchEvent(new Event("change"));
    // Not after a reload, which would go on for ever.
    if (persisted || type === "back_forward") void reloadIfChosenAnew();
  });
}

/** The country and the currency may have been changed on a later page. */
async function reloadIfChosenAnew(): Promise<void> {
  const shown = document.querySelector<HTMLElement>("[data-remembered]")?.dataset.remembered;
  if (shown === undefined) return;
  const answer = await fetch("/preferences").catch(() => null);
  if (answer?.ok && (await answer.text()) !== shown) location.reload();
}
