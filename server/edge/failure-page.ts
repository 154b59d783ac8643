import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { RequestContext } from "@/lib/api/request-context";
import { removeBodyHeaders, replaceBody } from "./replace-body";

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

/** Failure page of the site, and its headers. */
export type FailurePage = { headers: Headers; html: string };

type BareFailure = { status: number; headers: Record<string, string>; html: string };

/** Failure page that needs nothing of the app: 503 while the database is unavailable, else 500. */
export function toBareFailure({ failure }: Pick<RequestContext, "failure">): BareFailure {
  return toBarePage(failure === "unavailable" ? failure : "failed");
}

function toBarePage(kind: keyof typeof PAGES): BareFailure {
  return {
    status: PAGES[kind].status,
    headers: kind === "unavailable" ? { ...HEADERS, "Retry-After": "5" } : HEADERS,
    html: toHtml(PAGES[kind]),
  };
}

/** Refuses a page or a form without anything of the app: it costs next to nothing, however often. */
export function refusePage(response: ServerResponse, kind: keyof typeof PAGES): void {
  response.end(setFailure(response, toBarePage(kind)));
}

/**
 * Answers in place of a page that failed. Next sends an empty document there, which only its scripts fill, as a 500
 * whatever the cause; it is dropped.
 */
export function replaceFailedPage(response: ServerResponse, request: RequestContext): void {
  replaceBody(response, () => (response.statusCode === 500 ? setFailure(response, toBareFailure(request)) : null));
}

/**
 * Answers in place of a page, of which nothing was sent yet, that the database is unavailable: with the given page of the
 * site, or a bare one.
 */
export function sendUnavailablePage(response: ServerResponse, page?: FailurePage | null): void {
  const policy = response.getHeader("Content-Security-Policy");
  const own = setFailure(response, toBareFailure({ failure: "unavailable" }));
  for (const [name, value] of page?.headers ?? []) response.setHeader(name, value);
  if (page && policy !== undefined) response.setHeader("Content-Security-Policy", policy);
  response.end(page?.html ?? own);
}

/** Sets status and headers of a failure page. Returns its text. */
function setFailure(response: ServerResponse, { status, headers, html }: BareFailure): string {
  removeBodyHeaders(response);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  return html;
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
