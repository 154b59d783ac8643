const STORAGE_KEY = "theme";

/** Of the bars of a browser around the page: --paper of tokens.css. */
export const THEME_COLORS = { light: "#fbfcfb", dark: "#0e1417" };

export type Theme = "system" | "light" | "dark";

export const toTheme = (text: string | null | undefined): Theme =>
  text === "light" || text === "dark" ? text : "system";

/** Returns "system" when storage is not allowed. */
export function readStoredTheme(): Theme {
  try {
    return toTheme(localStorage.getItem(STORAGE_KEY));
  } catch {
    return "system";
  }
}

/** Without storage the choice holds for this page only. */
export function storeTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {}
}
