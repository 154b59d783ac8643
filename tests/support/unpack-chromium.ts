import chromium from "@sparticuz/chromium";

// A separate process, whose environment names the folder.
await chromium.executablePath();
