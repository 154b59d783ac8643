import { make } from "./make";
import { findNeighbour, PLACES } from "./tip-keys";

type Shown = { target: Element; tip: HTMLElement; outline: Element | null };

/**
 * Tells name, value and day of a country of a map (components/charts/world-map.tsx) or of a row of dots
 * (components/charts/dot-plot.tsx) while it is hovered or focused; arrow keys lead to its neighbours. On a touch screen a
 * tap tells them too and offers the way to the country's page, instead of leaving this one. Escape hides.
 */
export function listenForTips(): void {
  let shown: Shown | null = null;
  let isTouch = false;
  const hide = () => {
    shown?.tip.remove();
    shown?.outline?.remove();
    shown = null;
  };
  const show = (target: Element | null) => {
    if (target === shown?.target) return;
    hide();
    shown = target && draw(target, isTouch);
  };
  document.addEventListener("pointerdown", ({ pointerType }) => {
    isTouch = pointerType === "touch";
  });
  document.addEventListener("pointerover", ({ target, pointerType }) => {
    // A page that scrolls to what has the focus puts something else below a pointer that rests.
    if (pointerType !== "touch") show(findPlace(target) ?? findPlace(document.activeElement));
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!isTouch) show(findPlace(target));
  });
  document.addEventListener("focusout", () => {
    if (!isTouch) hide();
  });
  document.addEventListener("click", (event) => {
    if (!isTouch || (event.target instanceof Element && event.target.closest(".tip"))) return;
    const place = findPlace(event.target);
    if (place) event.preventDefault();
    show(place);
  });
  document.addEventListener("keydown", (event) => {
    isTouch = false;
    if (event.key === "Escape") hide();
    const place = findPlace(document.activeElement);
    const next = place && findNeighbour(place, event.key);
    if (next) event.preventDefault();
    next?.focus();
  });
}

const findPlace = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(PLACES) : null;

/** Draws the tip of a country or row; that of a country raises its outline as well. */
function draw(target: Element, isTouch: boolean): Shown | null {
  const map = target.closest<HTMLElement>(".map");
  const [headline = "", detail = ""] = takeText(target).split("\n");
  const content = [make("b", {}, [headline]), ...(detail === "" ? [] : [detail])];
  const href = (target.matches("a") ? target : target.querySelector("a"))?.getAttribute("href");
  if (isTouch && href) content.push(make("a", { href }, ["Open"]));
  const tip = make(
    "div",
    { className: isTouch ? "tip is-tapped" : "tip", ariaHidden: isTouch ? null : "true" },
    content,
  );
  const outline = map && outlineOf(target);
  if (map) placeOnMap(tip, target);
  (map ?? target).append(tip);
  return { target, tip, outline };
}

function placeOnMap(tip: HTMLElement, country: Element): void {
  const [x = "0", y = "0"] = (country.getAttribute("data-at") ?? "").split(" ");
  tip.style.setProperty("--left", x);
  tip.style.setProperty("--top", y);
  tip.dataset.side = Number.parseFloat(x) < 20 ? "right" : Number.parseFloat(x) > 80 ? "left" : "middle";
  tip.classList.toggle("is-below", Number.parseFloat(y) < 30);
}

function outlineOf(country: Element): Element | null {
  const outline = country.querySelector("use, circle")?.cloneNode();
  if (!(outline instanceof Element)) return null;
  outline.classList.add("map-outline");
  outline.classList.toggle("map-outline-focus", country.matches(":focus-visible"));
  country.parentElement?.append(outline);
  return outline;
}

/** Moves the text of a link's title into its label; the browser's own tooltip would also appear, a second later. */
function takeText(target: Element): string {
  const title = target.querySelector(":scope > title");
  if (title) target.setAttribute("aria-label", title.textContent);
  title?.remove();
  return target.getAttribute("data-read") ?? target.getAttribute("aria-label") ?? "";
}
