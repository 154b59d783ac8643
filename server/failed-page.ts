import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import onHeaders from "on-headers";
import type { Connection } from "@/lib/http/connection";

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.5rem; line-height: 1.25 }`;

const TEXTS = {
  503: {
    title: "Price Atlas is not available for a moment",
    text: "The database does not answer. Nothing is lost: this page is back as soon as the database is.",
  },
  500: {
    title: "This page cannot be shown",
    text: "Something failed on our side, and it was noted. A second try in a few seconds often helps.",
  },
};

const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

type BareFailure = { status: 500 | 503; headers: Record<string, string>; html: string };

/** The page about a failure that needs nothing of the app: 503 while the database is away, else 500. */
export function toBareFailure({ failure }: Connection): BareFailure {
  const status = failure === "unavailable" ? 503 : 500;
  return {
    status,
    headers: status === 503 ? { ...HEADERS, "Retry-After": "5" } : HEADERS,
    html: toHtml(TEXTS[status]),
  };
}

/**
 * Answers in place of a page that failed. Next sends an empty document there, which only its scripts fill, as a
 * 500 whatever the cause. Everything that Next would send is dropped.
 */
export function replaceFailedPage(response: ServerResponse, request: Connection): void {
  const { write, end } = response;
  let html: string | null = null;
  onHeaders(response, () => {
    if (response.statusCode !== 500) return;
    const page = toBareFailure(request);
    html = page.html;
    for (const name of response.getHeaderNames()) if (isOfBody(name)) response.removeHeader(name);
    for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
    response.statusCode = page.status;
  });
  response.write = (...args: unknown[]) => html !== null || Reflect.apply(write, response, args);
  response.end = (...args: unknown[]) => {
    // Without a body before, the headers are decided about only now.
    if (!response.headersSent && response.statusCode === 500) response.flushHeaders();
    return Reflect.apply(end, response, html === null ? args : [html]);
  };
}

function isOfBody(name: string): boolean {
  return /^(content-|etag$|last-modified$|transfer-encoding$|link$|x-nextjs-)/.test(name);
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
