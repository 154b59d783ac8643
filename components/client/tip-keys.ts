export const PLACES = ".map-country, [data-read]";

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Nearest country in the direction of an arrow key, or the next row; null without one. */
export function findNeighbour(place: Element, key: string): HTMLElement | SVGElement | null {
  const direction = DIRECTIONS[key];
  const container = place.closest(".map, ol");
  if (!direction || !container) return null;
  const others = [...container.querySelectorAll<HTMLElement | SVGElement>(PLACES)];
  if (!place.matches(".map-country")) {
    const row = others[others.findIndex((other) => place.isSameNode(other)) + direction[1]];
    return direction[1] === 0 ? null : (row?.querySelector<HTMLElement>("a") ?? null);
  }
  const from = pointOf(place);
  let nearest: { link: HTMLElement | SVGElement; cost: number } | null = null;
  for (const link of others) {
    const to = pointOf(link);
    const along = (to.x - from.x) * direction[0] + (to.y - from.y) * direction[1];
    const aside = Math.abs((to.x - from.x) * direction[1] + (to.y - from.y) * direction[0]);
    const cost = along + 2 * aside;
    if (link !== place && along > 0.2 && (nearest === null || cost < nearest.cost)) nearest = { link, cost };
  }
  return nearest?.link ?? null;
}

function pointOf(country: Element): { x: number; y: number } {
  const [x = "0", y = "0"] = (country.getAttribute("data-at") ?? "").split(" ");
  return { x: Number.parseFloat(x), y: Number.parseFloat(y) / 2.27 };
}
