"use client";

import { useId, useSyncExternalStore } from "react";

type Theme = "system" | "light" | "dark";
/** public/theme.js reads the same key before the first paint. */
const STORAGE_KEY = "theme";
const THEMES: readonly { theme: Theme; label: string }[] = [
  { theme: "system", label: "System" },
  { theme: "light", label: "Light" },
  { theme: "dark", label: "Dark" },
];

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
const readTheme = (): Theme => {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
};

function setTheme(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage may be forbidden; then the choice holds for this page.
  }
  for (const listener of listeners) listener();
}

/** System, light or dark. Without scripts it is not shown and the system decides. */
export function ThemeSwitch() {
  const name = useId();
  const current = useSyncExternalStore(subscribe, readTheme, () => "system" as const);
  return (
    <fieldset className="choices choices-small needs-script">
      <legend className="field-label">Theme</legend>
      {THEMES.map(({ theme, label }) => (
        <label key={theme}>
          <input type="radio" name={name} checked={theme === current} onChange={() => setTheme(theme)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
