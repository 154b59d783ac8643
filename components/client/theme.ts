import { readStoredTheme } from "./stored-theme";

// Before the first paint: the theme the reader chose, so that nothing flashes.
const theme = readStoredTheme();
if (theme !== "system") document.documentElement.dataset.theme = theme;
