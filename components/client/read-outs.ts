import { make } from "./make";

/** Place in per cent of the plot, name with value, and day with details. */
type Point = readonly [left: number, top: number, headline: string, detail: string];

/** Shows the point of a plot nearest to the pointer or tap; arrow keys move along a line or between lines. */
export function enhanceReadOut(plot: HTMLElement): void {
  const frame = plot.closest<HTMLElement>("[role=img]");
  const lines: readonly (readonly Point[])[] = JSON.parse(plot.dataset.points ?? "[]");
  if (!frame || lines.every((line) => line.length === 0)) return;
  // Stands beside the plot: screen readers do not announce content of an image.
  const status = make("p", { className: "visually-hidden", role: "status" });
  frame.addEventListener("focus", () => frame.after(status), { once: true });
  frame.tabIndex = 0;
  let current = { line: 0, point: -1 };
  const tip = make("div", { className: "tip read-out", ariaHidden: "true", hidden: true });
  const mark = make("i", { className: "read-out-mark", hidden: true });
  plot.append(mark, tip);
  const hide = () => {
    tip.hidden = true;
    mark.hidden = true;
  };
  const show = (line: number, point: number, isAnnounced: boolean) => {
    const shown = lines[line]?.[point];
    if (!shown) return;
    current = { line, point };
    const [left, top, headline, detail] = shown;
    tip.replaceChildren(make("b", {}, [headline]), detail);
    for (const { style } of [tip, mark]) {
      style.setProperty("--left", `${left}%`);
      style.setProperty("--top", `${top}%`);
    }
    tip.dataset.side = left < 20 ? "right" : left > 75 ? "left" : "middle";
    tip.classList.toggle("is-below", top < 30);
    tip.hidden = false;
    mark.hidden = false;
    if (isAnnounced) status.textContent = `${headline}, ${detail}`;
  };
  const showNearest = (event: PointerEvent) => {
    const box = plot.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const distanceTo = ([left, top]: Point) => Math.hypot((left * box.width) / 100 - x, (top * box.height) / 100 - y);
    const all = lines.flatMap((points, line) => points.map((point, i) => ({ line, i, distance: distanceTo(point) })));
    const nearest = all.reduce((best, one) => (one.distance < best.distance ? one : best));
    show(nearest.line, nearest.i, false);
  };
  plot.addEventListener("pointermove", showNearest);
  plot.addEventListener("pointerdown", showNearest);
  plot.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") hide();
  });
  frame.addEventListener("blur", hide);
  frame.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return hide();
    const next = findNext(lines, current, event.key);
    if (next === null) return;
    event.preventDefault();
    show(next.line, next.point, true);
  });
}

function findNext(lines: readonly (readonly Point[])[], { line, point }: { line: number; point: number }, key: string) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key];
  if (step === undefined) return null;
  const points = lines[line] ?? [];
  if (key === "ArrowLeft" || key === "ArrowRight" || point === -1)
    return { line, point: Math.max(0, Math.min(points.length - 1, point + step)) };
  const other = (line + step + lines.length) % lines.length;
  const left = points[point]?.[0] ?? 0;
  const distances = (lines[other] ?? []).map(([at]) => Math.abs(at - left));
  return { line: other, point: distances.indexOf(Math.min(...distances)) };
}
