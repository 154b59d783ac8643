import { readStoredTheme } from "./stored-theme";

// Applies the chosen theme before the first paint, so that the page does not flash in the other one.
const theme = readStoredTheme();
if (theme !== "system") document.documentElement.dataset.theme = theme;
