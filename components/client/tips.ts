import { make } from "./make";
import { findNeighbour, PLACES } from "./tip-keys";

type Shown = { target: Element; tip: HTMLElement; outline: Element | null };

/**
 * Shows the tip of a hovered or focused country or row; arrow keys move to its neighbours. On touch screens a tap
 * shows it instead of following the link.
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
    // Scrolling to the focused element moves something else below a resting pointer.
    if (pointerType !== "touch") show(findPlace(target) ?? findPlace(document.activeElement));
  });
  document.addEventListener("focusin", ({ target }) => {
    if (isTouch) return;
    show(findPlace(target));
    if (shown?.target.matches(":focus-visible")) bringIntoView([shown.target, shown.tip]);
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

/** In px, left between what is brought into view and the edge of the window. */
const EDGE = 8;

/** Firefox does not scroll to a focused link of a drawing, and no browser to its tip. */
function bringIntoView(elements: readonly Element[]): void {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top)) - EDGE;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + EDGE;
  if (top < 0) scrollBy(0, top);
  else if (bottom > innerHeight) scrollBy(0, Math.min(top, bottom - innerHeight));
}

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

/** Moves a link's title into its label; else the browser's own tooltip would appear too. */
function takeText(target: Element): string {
  const title = target.querySelector(":scope > title");
  if (title) target.setAttribute("aria-label", title.textContent);
  title?.remove();
  return target.getAttribute("data-read") ?? target.getAttribute("aria-label") ?? "";
}
