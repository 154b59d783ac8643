const THEMES = [
  { theme: "system", label: "System" },
  { theme: "light", label: "Light" },
  { theme: "dark", label: "Dark" },
];

/** Hidden without scripts; the system decides then. */
export function ThemeSwitch() {
  return (
    <fieldset className="choices choices-small needs-script" data-theme-switch="">
      <legend className="field-label">Theme</legend>
      {THEMES.map(({ theme, label }) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} defaultChecked={theme === "system"} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
