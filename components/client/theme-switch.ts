import { storeTheme, THEME_COLORS, toTheme } from "./stored-theme";

const CHOICES = "[data-theme-switch] input";

export function showTheme(): void {
  const theme = toTheme(document.documentElement.dataset.theme);
  for (const input of document.querySelectorAll<HTMLInputElement>(CHOICES)) input.checked = input.value === theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = meta.media.includes("dark") ? "dark" : "light";
    meta.content = THEME_COLORS[theme === "system" ? own : theme];
  }
}

export function listenForTheme(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement && target.matches(CHOICES))) return;
    const theme = toTheme(target.value);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    storeTheme(theme);
    showTheme();
  });
}
