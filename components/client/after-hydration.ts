/**
 * Runs `change` once nothing else writes the document. Where React's scripts are part of the page (development, the staff
 * area, hosts without our front), that is when components/site/hydration-mark.tsx says so: an earlier change would be
 * taken for a fault of the server's markup.
 */
export function afterHydration(change: () => void): void {
  const isReactComing = "__next_f" in self && document.documentElement.dataset.hydrated === undefined;
  if (isReactComing) document.addEventListener("hydrated", change, { once: true });
  else change();
}
