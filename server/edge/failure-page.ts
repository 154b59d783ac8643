import { createHash } from "node:crypto";
import type { RequestContext } from "@/lib/api/request-context";
import { toWholeResponse } from "./whole-response";

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.25 }`;

const PAGES = {
  unreadable: {
    status: 400,
    title: "What was sent cannot be read",
    text: "The form arrived cut off, or is none. Nothing was changed: go back, and send it once more.",
  },
  tooLong: {
    status: 414,
    title: "This address is too long",
    text: "No page has an address like it: see that nothing was added to it by mistake.",
  },
  busy: {
    status: 503,
    title: "There are many readers at the moment",
    text: "More pages are being made than fit at a time. This one is there again in a few seconds.",
  },
  unavailable: {
    status: 503,
    title: "Price Atlas is not available for a moment",
    text: "The database does not answer. Nothing is lost: this page is back as soon as the database is.",
  },
  failed: {
    status: 500,
    title: "This page cannot be shown",
    text: "Something failed on our side, and it was noted. A second try in a few seconds often helps.",
  },
};

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Page that needs nothing of the app: it costs next to nothing, however often it is sent. */
export function toBarePage(kind: keyof typeof PAGES, headers: Record<string, string> = {}): Response {
  const retry = kind === "unavailable" ? { "Retry-After": "5" } : {};
  return toWholeResponse(toHtml(PAGES[kind]), PAGES[kind].status, { ...HEADERS, ...retry, ...headers });
}

/** Bare page in place of one that failed: 503 while the database is unavailable, else 500. */
export function toBareFailure({ failure }: Pick<RequestContext, "failure">): Response {
  return toBarePage(failure === "unavailable" ? failure : "failed");
}

function toHtml({ title, text }: { title: string; text: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="">Try again</a> · <a href="/api/health">See whether the service is well</a></p>
</main>
</body>
</html>
`;
}
