import type { ServerResponse } from "node:http";
import onHeaders from "on-headers";

/**
 * Replaces the body of a response. `choose` is called when the headers are about to go out: it sets the final status and
 * headers and returns the body, or null where the response stays as it is.
 */
export function replaceBody(response: ServerResponse, choose: () => string | null): void {
  const { write, end } = response;
  let body: string | null = null;
  onHeaders(response, () => {
    body = choose();
  });
  response.write = (...args: unknown[]) => body !== null || Reflect.apply(write, response, args);
  response.end = (...args: unknown[]) => {
    // A response without a body has not decided about its headers yet.
    if (!response.headersSent && response.statusCode >= 400) response.flushHeaders();
    return Reflect.apply(end, response, body === null ? args : [body]);
  };
}

/** Removes the headers of a body that is not sent. */
export function removeBodyHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (OF_BODY.test(name)) response.removeHeader(name);
}

const OF_BODY = /^(content-(?!security-policy)|etag$|last-modified$|transfer-encoding$|link$|x-nextjs-)/;
