import chromium from "@sparticuz/chromium";

// Unpacks the browser of the package into the temporary folder, in a process whose environment says which folder.
await chromium.executablePath();
