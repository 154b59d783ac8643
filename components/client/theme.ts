import { readStoredTheme } from "./stored-theme";

document.documentElement.dataset.scripts = "";
// Applies the theme before the first paint, so that the page does not flash.
const theme = readStoredTheme();
if (theme !== "system") document.documentElement.dataset.theme = theme;
