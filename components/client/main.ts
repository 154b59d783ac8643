import { afterHydration } from "./after-hydration";

import { listenForCopying } from "./copy";
import { enhanceDayForm } from "./day-slider";
import { listenForHome } from "./home-form";
import { enhanceFilter } from "./list-filter";
import { listenForReturn } from "./page-return";
import { listenForPanels } from "./panels";
import { enhancePick } from "./pick-list";
import { showReadAge } from "./read-ages";
import { enhanceReadOut } from "./read-outs";
import { enhanceSearch } from "./search-box";
import { listenForSwaps } from "./swap";
import { listenForTheme, showTheme } from "./theme-switch";
import { listenForTips } from "./tips";
import { listenForTrying } from "./try-form";

// Listeners are on the document, so that they also work for elements that React draws later.
listenForCopying();
listenForHome();
listenForPanels();
listenForReturn();
listenForTips();
listenForTheme();
listenForTrying();

/** Again after a swap: what stayed has been enhanced. */
function enhance() {
  showTheme();
  for (const fieldset of fresh<HTMLFieldSetElement>("[data-pick]")) enhancePick(fieldset);
  for (const form of fresh<HTMLFormElement>("form[data-filter]")) enhanceFilter(form, enhance);
  for (const form of fresh<HTMLFormElement>("form[data-search]")) enhanceSearch(form);
  for (const form of fresh<HTMLFormElement>("form[data-day-form]")) enhanceDayForm(form);
  for (const plot of fresh<HTMLElement>("[data-points]")) enhanceReadOut(plot);
  for (const place of fresh<HTMLElement>("[data-read-on]")) showReadAge(place);
}

const enhanced = new WeakSet<Element>();

function fresh<E extends Element>(selector: string): E[] {
  const found = [...document.querySelectorAll<E>(selector)].filter((element) => !enhanced.has(element));
  for (const element of found) enhanced.add(element);
  return found;
}

listenForSwaps(enhance);
afterHydration(enhance);
