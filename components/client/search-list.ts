import type { Suggestion, SuggestionGroup } from "@/components/search/suggestion-groups";
import { fold } from "@/lib/catalogue/search/fold-rules";
import { make } from "./make";

export function drawSuggestions(list: HTMLElement, groups: readonly SuggestionGroup[], typed: string): HTMLElement[] {
  const words = fold(typed).split(" ");
  const options: HTMLElement[] = [];
  const drawn = groups.map(({ title, suggestions }, i) => {
    const head = make("p", { className: "suggestions-title", id: `${list.id}-group-${i}` }, [title]);
    const links = suggestions.map((suggestion) => {
      const link = drawSuggestion(suggestion, words);
      link.id = `${list.id}-${options.length}`;
      options.push(link);
      return link;
    });
    const group = make("div", {}, [head, ...links]);
    group.setAttribute("role", "group");
    group.setAttribute("aria-labelledby", head.id);
    return group;
  });
  const none = make("p", { className: "suggestions-title" }, [`Nothing is called “${typed}”.`]);
  list.replaceChildren(...(drawn.length > 0 ? drawn : [none]));
  return options;
}

function drawSuggestion({ href, name, detail, value }: Suggestion, words: readonly string[]): HTMLAnchorElement {
  const link = make("a", { className: "suggestion", href, tabIndex: -1 }, [
    make("span", { className: "suggestion-name" }, markTyped(name, words)),
    make("span", { className: "suggestion-detail" }, [detail]),
    make("span", { className: "suggestion-value" }, [value]),
  ]);
  link.setAttribute("role", "option");
  link.setAttribute("aria-selected", "false");
  return link;
}

const markTyped = (name: string, words: readonly string[]): (string | HTMLElement)[] =>
  (name.match(/\S+\s*/g) ?? []).flatMap((part) => {
    const typed = words.find((word) => word !== "" && fold(part).startsWith(word));
    return typed === undefined ? [part] : [make("b", {}, [part.slice(0, typed.length)]), part.slice(typed.length)];
  });
