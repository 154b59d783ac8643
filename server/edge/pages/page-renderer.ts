import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import inject, { type Response as Rendered } from "light-my-request";
import { type RequestContext, requestContext } from "@/lib/api/request-context";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { staticParts } from "@/lib/pages/static-parts";
import { toAuthResponse } from "@/server/edge/forms/auth-guard";
import { toWholeResponse } from "@/server/edge/responses/whole-response";
import { isAuth, isStaff } from "@/server/edge/route-kind";
import { toFailedPage } from "./failure-page";
import { toPublicPage } from "./public-page";

/** Request as Next is to see it; headers by names in lower case. */
type PageCall = {
  method?: "GET" | "HEAD" | "OPTIONS" | "POST" | undefined;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Address of the client's socket. */
  address?: string;
  /** Hands the response on when its headers are known, its body as a stream. */
  isStreamed?: boolean;
};

/** Next's whole response, the parts of its page, and what became known while it was made. */
type Called = { rendered: Rendered; parts: readonly string[]; context: RequestContext };

/** Page of the site about an address without a page; proxy.ts does not show it by itself. */
const MISSING_PATH = "/missing";

/** Renders pages by Next: each response whole, before any of it is sent, so that another may take its place; but for files. */
export class PageRenderer {
  constructor(private readonly next: RequestListener) {}

  /**
   * Answers what the cache does not: public pages by `render`, all else as Next does, but for its failures. Next sends an
   * empty document there, which only its scripts fill; a whole page takes its place, and problem details below /api/auth.
   */
  async answer(call: PageCall): Promise<Response> {
    const { url, method = "GET" } = call;
    // Only proxy.ts says which address a page is at.
    const { [ADDRESS_HEADER]: _, ...headers } = call.headers;
    if (!isStaff(url) && (method === "GET" || method === "HEAD"))
      return this.render({ ...call, headers: withoutRouterHeaders(headers) });
    // The state of Next's router in a browser, on which Next fails when it is malformed: without it the whole page is the answer.
    delete headers["next-router-state-tree"];
    const { rendered, context } = await this.#ask({ ...call, headers, isStreamed: true });
    if (rendered.statusCode === 200 && rendered.raw.res.hasHeader("Content-Disposition")) return toDownload(rendered);
    const response = toPlainResponse(rendered, rendered.statusCode, await buffer(rendered.stream()));
    if (isAuth(url)) return toAuthResponse(response);
    return response.status === 500 ? toFailedPage(context) : response;
  }

  /**
   * Renders a public page. Its scripts are taken out, for a public page needs none; where there is no page, that of the
   * site says so; and where Next would leave it to the browser to say that something failed, a whole page does so, with
   * status 503 while the database is unavailable, else 500.
   */
  async render(call: PageCall): Promise<Response> {
    const called = await this.#ask(call);
    const { rendered, context } = called;
    if (isPage(rendered) && rendered.statusCode === 404) return this.#renderMissing(call, called);
    if (!isPage(rendered) || rendered.statusCode < 500) return toResponse(called);
    return toFailedPage(context);
  }

  /** Renders the page about an address without one; falls back to what Next said where that fails. */
  async #renderMissing({ method, url, headers }: PageCall, said: Called): Promise<Response> {
    const { pathname, search } = new URL(`http://localhost${url}`);
    const missing = await this.#ask({
      method,
      url: MISSING_PATH,
      headers: { ...headers, [ADDRESS_HEADER]: pathname + search },
    });
    return missing.rendered.statusCode === 200 ? toResponse(missing, 404) : toResponse(said);
  }

  async #ask({ method = "GET", url, headers, body, address, isStreamed = false }: PageCall): Promise<Called> {
    const context: RequestContext = { address: "", requestId: "", ...requestContext.getStore() };
    const parts: string[] = [];
    const call = {
      ...{ method, url, headers, payloadAsStream: isStreamed },
      ...(body && { payload: body }),
      ...(address && { remoteAddress: address }),
    };
    const rendered = await requestContext.run(context, () =>
      staticParts.run(parts, () => inject(this.next, call).end()),
    );
    return { rendered, parts, context };
  }
}

/**
 * Leaves out the headers of Next's router in a browser, which no public page has: malformed ones are an error of the
 * server to Next. Leaves out ranges as well: Next fails on those that it cannot give.
 */
function withoutRouterHeaders(headers: Record<string, string>): Record<string, string> {
  const isOdd = (name: string) => /^(rsc$|next-|x-nextjs-|range$|if-range$)/.test(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isOdd(name)));
}

const isPage = ({ raw }: Rendered) => raw.res.getHeader("Content-Type")?.toString().startsWith("text/html") ?? false;

/** The public page that Next rendered, or what else it answered. */
function toResponse({ rendered, parts }: Called, status = rendered.statusCode): Response {
  const body = isPage(rendered) ? toPublicPage(rendered.payload, parts) : rendered.rawPayload;
  return toPlainResponse(rendered, status, body);
}

function toPlainResponse(rendered: Rendered, status: number, body: string | Buffer): Response {
  const headers = toHeaders(rendered);
  return body.length === 0 ? new Response(null, { status, headers }) : toWholeResponse(body, status, headers);
}

/** A file of the staff, which may be longer than memory: it is sent while it is made, and called off with its caller. */
function toDownload(rendered: Rendered): Response {
  const bytes = rendered.stream().once("close", () => rendered.raw.res.destroy());
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, { headers: toHeaders(rendered) });
}

/** Headers of one message on one connection. */
const OF_MESSAGE = new Set(["transfer-encoding", "connection"]);

/**
 * Headers of what Next rendered, for the response that takes its place. Stylesheets are left out of `Link`: React names
 * them there only where they are known in time, and the head of the page always has them.
 */
function toHeaders({ raw: { res } }: Rendered): Headers {
  const headers = new Headers();
  for (const name of res.getHeaderNames()) {
    const value = OF_MESSAGE.has(name) ? undefined : res.getHeader(name);
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  const links = headers.get("Link")?.split(/,\s*(?=<)/) ?? [];
  headers.delete("Link");
  for (const link of links) if (!/\bas="?style\b/.test(link)) headers.append("Link", link);
  return headers;
}
