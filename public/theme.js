// Before the first paint: the theme the reader chose (components/ui/theme-switch.tsx), so that nothing flashes.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
