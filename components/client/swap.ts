import { make } from "./make";
import { readPage } from "./read-page";

/**
 * Follows links and GET forms of <main> that lead to another view of the same page: <main> is swapped in place, so that
 * the place on the screen and the focus stay. Where that fails or is slow, the address is opened as usual.
 */
export function listenForSwaps(enhance: () => void): void {
  // React draws some pages, and would not know of the new elements.
  if ("__next_f" in self) return;
  const status = make("p", { className: "visually-hidden" });
  status.setAttribute("role", "status");
  document.body.append(status);
  let shown = location.pathname + location.search;
  let latest = 0;

  /** False where another view was asked for meanwhile. `top`: where the page was left; else the control stays in place. */
  const swap = async (url: URL, control: Element | null, top: number | null): Promise<boolean> => {
    const turn = ++latest;
    const next = await readPage(url, { signal: AbortSignal.timeout(SLOW_MS) });
    if (turn !== latest) return false;
    const main = document.querySelector("main");
    const steps = control && main && stepsTo(control, main);
    const before = control?.getBoundingClientRect().top ?? 0;
    const parts = PARTS.map((part) => [document.querySelector(part), next.querySelector(part)] as const);
    if (parts.some((part) => part.includes(null))) throw new Error("no page");
    for (const [old, fresh] of parts) if (fresh) old?.replaceWith(document.adoptNode(fresh));
    document.title = next.title;
    shown = url.pathname + url.search;
    enhance();
    const same = steps && follow(steps, document.querySelector("main"));
    same?.focus({ preventScroll: true });
    scrollTo(0, top ?? (same ? scrollY + same.getBoundingClientRect().top - before : url.hash === "" ? 0 : scrollY));
    status.textContent = document.querySelector("main .list-count")?.textContent ?? next.title;
    return true;
  };
  const go = (url: URL, control: Element) => {
    history.replaceState({ top: scrollY }, "");
    const list = control instanceof HTMLElement ? control.dataset.more : undefined;
    const before = list === undefined ? 0 : unfolded(list).length;
    // A choice closes its panel.
    swap(url, control.closest(".pop")?.querySelector("summary") ?? control, null).then(
      (isShown) => {
        if (!isShown) return;
        history.pushState({ top: scrollY }, "", url);
        // The link is gone: the first row that it brought follows.
        if (list !== undefined) unfolded(list)[before]?.querySelector("a")?.focus({ preventScroll: true });
      },
      () => location.assign(url),
    );
  };

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("main a[href]") : null;
    // Links of maps are SVG, and lead to other pages.
    if (
      !(link instanceof HTMLAnchorElement) ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const url = new URL(link.href);
    if (link.hasAttribute("download") || link.target || !isOtherView(url)) return;
    event.preventDefault();
    go(url, link);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== "get" || !form.closest("main"))
      return;
    const url = new URL(form.action);
    const sent = new FormData(form);
    const fields = [...new Set(sent.keys())].flatMap((name) => {
      const value = sent.getAll(name).join(",");
      return value === "" ? [] : [[name, value]];
    });
    url.search = new URLSearchParams(fields).toString().replaceAll("%2C", ",");
    if (!isOtherView(url)) return;
    event.preventDefault();
    go(url, event.submitter ?? form);
  });
  addEventListener("popstate", ({ state }) => {
    const url = new URL(location.href);
    if (url.pathname + url.search !== shown) swap(url, null, state?.top ?? 0).catch(() => location.reload());
  });
}

/** Selects what differs between views: the page, and the form in the header, which returns to the view that is shown. */
const PARTS = ["main", ".masthead .pop"];
/** Rows of a list that are in sight. */
const unfolded = (list: string) => document.querySelectorAll(`#${list} [data-k]:not(.is-extra)`);
const SLOW_MS = 2000;

const isOtherView = (url: URL) =>
  url.origin === location.origin && url.pathname === location.pathname && url.search !== location.search;

/** Places among the children, from `root` down. */
function stepsTo(element: Element, root: Element): number[] {
  const steps: number[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    steps.unshift([...at.parentElement.children].indexOf(at));
  return steps;
}

/** In a list that became shorter its last entry. */
function follow(steps: readonly number[], root: Element | null): HTMLElement | null {
  let at = root;
  for (const step of steps) at = at?.children[step] ?? (at?.matches("ul") ? at.lastElementChild : null);
  return at instanceof HTMLElement ? at : null;
}
