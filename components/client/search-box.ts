import type { SuggestionGroup } from "@/components/search/suggestion-groups";
import { make } from "./make";
import { keepInWindow } from "./panels";
import { drawSuggestions } from "./search-list";

const PAUSE_MS = 120;

/**
 * Suggests pages while the reader types, after the WAI-ARIA APG's "editable combobox with list autocomplete". Enter
 * opens the active option, else sends the form.
 */
export function enhanceSearch(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>("input[type=search]");
  if (!input) return;
  const list = make("div", { className: "suggestions", id: `${input.id}-suggestions`, hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  const status = make("p", { className: "visually-hidden" });
  status.setAttribute("aria-live", "polite");
  form.append(list, status);
  const roles = { role: "combobox", "aria-controls": list.id, "aria-autocomplete": "list", "aria-expanded": "false" };
  for (const [name, value] of Object.entries(roles)) input.setAttribute(name, value);

  let options: HTMLElement[] = [];
  let active = -1;
  let asked: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const activate = (index: number) => {
    active = index;
    for (const [i, option] of options.entries()) option.setAttribute("aria-selected", String(i === active));
    const current = options[active];
    if (current) input.setAttribute("aria-activedescendant", current.id);
    else input.removeAttribute("aria-activedescendant");
    current?.scrollIntoView({ block: "nearest" });
  };
  const setOpen = (isOpen: boolean) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) activate(-1);
  };
  const show = (groups: readonly SuggestionGroup[], typed: string) => {
    options = drawSuggestions(list, groups, typed);
    activate(-1);
    setOpen(true);
    keepInWindow();
    status.textContent = options.length === 1 ? "One suggestion" : `${options.length} suggestions`;
  };
  const ask = async () => {
    const typed = input.value.trim();
    asked?.abort();
    if (typed === "") return setOpen(false);
    asked = new AbortController();
    const { signal } = asked;
    const groups = await fetchGroups(typed, signal);
    if (groups !== null && !signal.aborted && input === document.activeElement) show(groups, typed);
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    // Keeps keys from choosing among suggestions for the text before: they stay shown until those for this one come.
    activate(-1);
    options = [];
    timer = setTimeout(() => void ask(), PAUSE_MS);
  });
  input.addEventListener("blur", () => setOpen(false));
  // Without the browser's own suggestions; fields that have none when the page is left are emptied by WebKit.
  input.addEventListener("focus", () => {
    input.autocomplete = "off";
  });
  addEventListener("pagehide", () => input.removeAttribute("autocomplete"));
  // Keeps the focus in the input while a link is pressed.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  input.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (list.hidden) void ask();
      // One place before the first is the field itself.
      else activate(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === "Enter") {
      clearTimeout(timer);
      asked?.abort();
      const link = options[active]?.closest("a");
      if (!link || list.hidden) return;
      event.preventDefault();
      link.click();
    }
  });
}

async function fetchGroups(typed: string, signal: AbortSignal): Promise<SuggestionGroup[] | null> {
  try {
    const answer = await fetch(`/search/suggestions?q=${encodeURIComponent(typed)}`, { signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
