/**
 * Runs `change` once React no longer writes the document. Where React's scripts are part of the page (development, the
 * staff area, hosts without our server), components/site/hydration-mark.tsx announces that; an earlier change would
 * look to React like wrong server markup.
 */
export function afterHydration(change: () => void): void {
  const isReactComing = "__next_f" in self && document.documentElement.dataset.hydrated === undefined;
  if (isReactComing) document.addEventListener("hydrated", change, { once: true });
  else change();
}
