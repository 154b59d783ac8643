const STORAGE_KEY = "theme";

export type Theme = "system" | "light" | "dark";

export const toTheme = (text: string | null | undefined): Theme =>
  text === "light" || text === "dark" ? text : "system";

/** The theme the reader chose; "system" also where storage is forbidden. */
export function readStoredTheme(): Theme {
  try {
    return toTheme(localStorage.getItem(STORAGE_KEY));
  } catch {
    return "system";
  }
}

/** Keeps the choice for later pages; where storage is forbidden it holds for this one. */
export function storeTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {}
}
