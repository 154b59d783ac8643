import { make } from "./make";

type Shown = { link: Element; tip: HTMLElement; outline: Element };

/**
 * Shows the title of a country of a map (components/charts/world-map.tsx) and raises its outline while it is hovered or
 * focused. Escape hides it.
 */
export function listenForMapTips(): void {
  let shown: Shown | null = null;
  const hide = () => {
    shown?.tip.remove();
    shown?.outline.remove();
    shown = null;
  };
  const show = ({ target }: Event) => {
    // A page that scrolls to what has the focus puts something else below a pointer that rests.
    const link = findCountry(target) ?? findCountry(document.activeElement);
    if (link === shown?.link) return;
    hide();
    shown = link && draw(link);
  };
  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
}

function findCountry(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(".map-country") : null;
}

function draw(link: Element): Shown | null {
  const map = link.closest<HTMLElement>(".map");
  const shape = link.querySelector("use, circle");
  if (!map || !shape) return null;
  const [headline = "", detail = ""] = takeTitle(link).split("\n");
  const tip = make("div", { className: "map-tip", ariaHidden: "true" }, [make("b", {}, [headline]), detail]);
  const [x = "0", y = "0"] = (link.getAttribute("data-at") ?? "").split(" ");
  tip.style.left = x;
  tip.style.top = y;
  tip.dataset.side = Number.parseFloat(x) < 20 ? "right" : Number.parseFloat(x) > 80 ? "left" : "middle";
  tip.classList.toggle("map-tip-below", Number.parseFloat(y) < 30);
  map.append(tip);
  const outline = shape.cloneNode();
  if (!(outline instanceof Element)) return null;
  outline.classList.add("map-outline");
  outline.classList.toggle("map-outline-focus", link.matches(":focus-visible"));
  link.parentElement?.append(outline);
  return { link, tip, outline };
}

/** Moves the text of a link's title into its label; the browser's own tooltip would also appear, a second later. */
function takeTitle(link: Element): string {
  const title = link.querySelector("title");
  if (title) link.setAttribute("aria-label", title.textContent);
  title?.remove();
  return link.getAttribute("aria-label") ?? "";
}
