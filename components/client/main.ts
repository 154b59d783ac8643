import { afterHydration } from "./after-hydration";
import { enhanceCombobox } from "./combobox";
import { listenForCopying } from "./copy";
import { listenForEscape } from "./escape";
import { listenForMapTips } from "./map-tips";
import { listenForTheme, showTheme } from "./theme-switch";
import { listenForTrying } from "./try-form";

// All that scripts add to the pages. Listeners stand at the document, so they hold for what React draws later as well.
listenForCopying();
listenForEscape();
listenForMapTips();
listenForTheme();
listenForTrying();
afterHydration(() => {
  showTheme();
  for (const fieldset of document.querySelectorAll<HTMLFieldSetElement>("[data-combobox]")) enhanceCombobox(fieldset);
});
