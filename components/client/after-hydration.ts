/**
 * Runs `change` once React has finished the document: React would take an earlier change for wrong server markup.
 * HydrationMark announces that moment where a page has React's scripts.
 */
export function afterHydration(change: () => void): void {
  const isReactComing = "__next_f" in self && document.documentElement.dataset.hydrated === undefined;
  if (isReactComing) document.addEventListener("hydrated", change, { once: true });
  else change();
}
