import type { CachedAnswer } from "@/lib/api/reply";
import { pageSecurityHeaders } from "@/lib/platform/security-headers";

/**
 * Attributes repeat components/styles/tokens.css, because the page can load no file and its policy allows attributes.
 * Browsers that do not know `light-dark()` keep the light colour before it.
 */
const toColour = (property: string, light: string, dark: string) =>
  `${property}: ${light}; ${property}: light-dark(${light}, ${dark})`;
const LINK = `style="${toColour("color", "#a3125f", "#f58fc3")}"`;
const QUIET = `style="color: inherit; text-decoration: none"`;
const STYLES = {
  page: `color-scheme: light dark; ${toColour("background", "#fbfcfb", "#0e1417")}; ${toColour("color", "#12191c", "#e6ecec")}; font: 1.0625rem/1.55 Helvetica Neue, Arial, sans-serif`,
  header: `display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 1rem clamp(1rem, 4vw, 3rem); border-bottom: 1px solid currentColor`,
  main: "max-width: 38rem; padding: 10vh clamp(1rem, 4vw, 3rem) 3rem",
  title: "margin: 0; font: 400 clamp(2rem, 1.5rem + 2.1vw, 3.375rem)/1.14 Georgia, serif",
};

const SECTIONS = { Subscriptions: "/services", Countries: "/countries", Compare: "/compare", API: "/docs" };

const FAILURES = {
  busy: {
    status: 503,
    title: "There are many readers at the moment",
    text: "More pages are being made than fit at a time. This one is there again in a few seconds.",
  },
  crowded: {
    status: 429,
    title: "Several pages are being made for you already",
    text: "Four pages that your address asked for wait to be made. This one can be asked for again in a few seconds.",
  },
  unavailable: {
    status: 503,
    title: "This page cannot be shown at the moment",
    text: "Price Atlas is not available for a moment: the database does not answer. Nothing is lost, and this page is back as soon as the database is.",
  },
  failed: {
    status: 500,
    title: "This page cannot be shown at the moment",
    text: "Something failed on our side, and we have a record of it. Trying again in a few seconds often helps.",
  },
};

const RETRY_SECONDS = 5;

/** `reference` finds the failure in the log. Uses nothing of the app, so that it cannot fail for the same reason. */
export function toFailurePage(kind: keyof typeof FAILURES, path: string, reference = ""): CachedAnswer {
  const { status } = FAILURES[kind];
  const headers = {
    ...pageSecurityHeaders(path, null),
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    ...(status !== 500 && { "Retry-After": String(RETRY_SECONDS) }),
  };
  return { status, headers, body: Buffer.from(toHtml(kind, reference)), encoded: {} };
}

function toHtml(kind: keyof typeof FAILURES, reference: string): string {
  const { title, text } = FAILURES[kind];
  const sections = Object.entries(SECTIONS).map(([name, path]) => `<a ${QUIET} href="${path}">${name}</a>`);
  return `<!doctype html>
<html lang="en" style="${STYLES.page}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Price Atlas</title>
</head>
<body style="margin: 0">
<header style="${STYLES.header}"><b><a ${QUIET} href="/">Price Atlas</a></b> ${sections.join(" ")}</header>
<main style="${STYLES.main}">
<h1 style="${STYLES.title}">${title}</h1>
<p>${text}</p>
<ul>
<li><a ${LINK} href="">Try again</a></li>
<li><a ${LINK} href="/">Go to the home page</a></li>
<li><a ${LINK} href="/api/health">Status of this site</a></li>
</ul>
${reference && `<p>Reference for a report: <code>${reference}</code></p>\n`}</main>
</body>
</html>`;
}
