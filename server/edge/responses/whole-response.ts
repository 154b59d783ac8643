/** Response whose length is known before it is sent; what has none is sent while it is made. */
export function toWholeResponse(body: string | Buffer, status: number, headers: HeadersInit): Response {
  const bytes = Buffer.from(body);
  const all = new Headers(headers);
  all.set("Content-Length", String(bytes.byteLength));
  return new Response(new Uint8Array(bytes), { status, headers: all });
}

/** One line of text. */
export function toTextResponse(status: number, line: string, headers: Record<string, string> = {}): Response {
  const own = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers };
  return toWholeResponse(`${line}\n`, status, own);
}

/** Redirect that is followed by GET, after a form. */
export function toRedirect(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store", ...headers } });
}
