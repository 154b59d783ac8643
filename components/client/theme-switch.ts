import { storeTheme, toTheme } from "./stored-theme";

const CHOICES = "[data-theme-switch] input";

export function showTheme(): void {
  const theme = toTheme(document.documentElement.dataset.theme);
  for (const input of document.querySelectorAll<HTMLInputElement>(CHOICES)) input.checked = input.value === theme;
}

export function listenForTheme(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.matches(CHOICES))) return;
    const theme = toTheme(target.value);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    storeTheme(theme);
  });
}
