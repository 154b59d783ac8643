import type { ServerResponse } from "node:http";
import onHeaders from "on-headers";

/**
 * Sends another body than the one that was to be. `choose` is called when the headers are about to go out: it sets
 * status and fields as they are to be and returns the body, or null where the answer stays as it is.
 */
export function replaceBody(response: ServerResponse, choose: () => string | null): void {
  const { write, end } = response;
  let body: string | null = null;
  onHeaders(response, () => {
    body = choose();
  });
  response.write = (...args: unknown[]) => body !== null || Reflect.apply(write, response, args);
  response.end = (...args: unknown[]) => {
    // Without a body before, the headers are decided about only now.
    if (!response.headersSent && response.statusCode >= 400) response.flushHeaders();
    return Reflect.apply(end, response, body === null ? args : [body]);
  };
}

/** Takes away what describes a body that is not sent. */
export function removeBodyHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (OF_BODY.test(name)) response.removeHeader(name);
}

const OF_BODY = /^(content-(?!security-policy)|etag$|last-modified$|transfer-encoding$|link$|x-nextjs-)/;
