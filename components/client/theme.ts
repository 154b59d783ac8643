import { readStoredTheme } from "./stored-theme";

// Applies the theme before the first paint, so that the page does not flash.
const theme = readStoredTheme();
if (theme !== "system") document.documentElement.dataset.theme = theme;
