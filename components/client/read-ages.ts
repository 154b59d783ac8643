const MS_PER_DAY = 86_400_000;

/** Says how many days ago a price was read; nothing where the clock is before that day. */
export function showReadAge(place: HTMLElement): void {
  const days = Math.floor((Date.now() - Date.parse(place.dataset.readOn ?? "")) / MS_PER_DAY);
  if (days > 0) place.textContent = `, ${days} ${days === 1 ? "day" : "days"} ago`;
}
