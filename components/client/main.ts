import { afterHydration } from "./after-hydration";
import { enhanceCombobox } from "./combobox";
import { listenForCopying } from "./copy";
import { enhanceDayForm } from "./day-slider";
import { listenForEscape } from "./escape";
import { listenForHome } from "./home-form";
import { enhanceFilter, listenForMore } from "./list-filter";
import { enhanceReadOut } from "./read-outs";
import { enhanceSearch } from "./search-box";
import { listenForTheme, showTheme } from "./theme-switch";
import { listenForTips } from "./tips";
import { listenForTrying } from "./try-form";

// Listeners are on the document, so that they also work for elements that React draws later.
listenForCopying();
listenForEscape();
listenForHome();
listenForMore();
listenForTips();
listenForTheme();
listenForTrying();
afterHydration(() => {
  showTheme();
  for (const fieldset of document.querySelectorAll<HTMLFieldSetElement>("[data-combobox]")) enhanceCombobox(fieldset);
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-filter]")) enhanceFilter(form);
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-search]")) enhanceSearch(form);
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-day-form]")) enhanceDayForm(form);
  for (const plot of document.querySelectorAll<HTMLElement>("[data-points]")) enhanceReadOut(plot);
});
