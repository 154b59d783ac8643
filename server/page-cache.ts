import { hash } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import inject from "light-my-request";
import pLimit from "p-limit";
import { CLIENT_ADDRESS_HEADER, readClientAddress } from "@/lib/access/limits/client-address";
import { encodeBody, pageCache } from "@/lib/api/answer-cache";
import { findFresh, readConditions } from "@/lib/api/caching";
import { chooseCoding } from "@/lib/api/encodings";
import { wasDatabaseAway } from "@/lib/api/failure";
import { REQUEST_ID_HEADER } from "@/lib/api/headers";
import { isDecodable } from "@/lib/api/query";
import type { CachedAnswer } from "@/lib/api/reply";
import { reportWatch } from "@/lib/desk/reports/watch";
import { writeAge } from "@/lib/findings/age-rules";
import { type CanonicalRequest, isPage, toCanonicalRequest } from "@/lib/pages/canonical-request";
import { toFailurePage } from "@/lib/pages/failure-page";
import { currentDay } from "@/lib/platform/clock";
import { publicUrl } from "@/lib/platform/env";
import { toPagePolicy } from "@/lib/platform/security-headers";
import { currentVersion, type Version } from "@/lib/versions/current";
import { withoutFrameworkScripts } from "./scripts-filter";

/** A page takes a processor; calls of the API and kept pages go on beside two. */
const AT_A_TIME = 2;
const MAX_WAITING_OF_ADDRESS = 4;

export class TooManyWaiting extends Error {}

const OF_MESSAGE = /^(?:connection|transfer-encoding|content-length|date|vary|x-request-id|link|x-middleware-.*)$/;

/**
 * Caches pages by version, its age in words and canonical request, not by day. Next sees only that request, so nothing else of a caller
 * reaches a kept page.
 */
export class PageCache {
  readonly #turns = pLimit(AT_A_TIME);
  /** Pages that wait for their turn, by client address. */
  readonly #waiting = new Map<string, number>();

  constructor(
    private readonly next: RequestListener,
    private readonly buildId: string,
  ) {}

  /** Loads what every page needs: no first reader waits for it, and no `npm ci` in this folder takes it away while it is asked for. */
  async prepare(): Promise<void> {
    await this.#render("/", toCanonicalRequest("/", "", new Headers()), {});
  }

  takes({ method, url = "/" }: IncomingMessage): boolean {
    const path = url.split("?", 1)[0] ?? "/";
    return (method === "GET" || method === "HEAD") && isPage(path) && isDecodable(path);
  }

  /** Throws TooManyWaiting for a page that is not kept, while four of the same address wait. */
  async send(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const [path = "/", search = ""] = (request.url ?? "/").split("?", 2);
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { answer, cache } = await this.#find(path, search, headers, requestId);
    const { body, coding } = await encodeBody(answer, chooseCoding(headers.get("accept-encoding")));
    const { ETag: etag } = answer.headers;
    const isHeld = etag !== undefined && findFresh(readConditions(headers), null, { etag, others: [] }) !== null;
    response.writeHead(isHeld ? 304 : answer.status, {
      ...answer.headers,
      "X-Request-Id": requestId,
      Vary: "Accept-Encoding, Cookie, Accept-Language",
      ...(!isHeld && { "Content-Length": body.byteLength }),
      ...(!isHeld && coding !== null && { "Content-Encoding": coding }),
    });
    response.end(isHeld ? undefined : body);
    return cache;
  }

  async #find(path: string, search: string, headers: Headers, requestId: string) {
    const canonical = toCanonicalRequest(path, search, headers);
    const version = canonical.isShared ? await currentVersion().catch(() => null) : null;
    const own = { [REQUEST_ID_HEADER]: requestId };
    const address = readClientAddress(headers);
    if (version === null) {
      this.#refuseBeyond(address);
      const caller = { [CLIENT_ADDRESS_HEADER]: headers.get(CLIENT_ADDRESS_HEADER) ?? "" };
      const make = () => this.#render(path, canonical, { ...own, ...caller });
      return { answer: await this.#inTurn(address, make), cache: "none" as const };
    }
    const key = toKey(path, canonical, version);
    if (!pageCache().has(key)) this.#refuseBeyond(address);
    return pageCache().fetch(key, async () => {
      const answer = await this.#inTurn(address, () => this.#render(path, canonical, own));
      // A page begun before a publish may be of the next version, so it is not kept.
      const isCurrent = (await currentVersion())?.id === version.id;
      if (answer.status !== 200 || !isCurrent) return answer;
      const etag = `W/"${hash("sha256", `${this.buildId}\n${key}`, "base64url").slice(0, 22)}"`;
      const caching = { "Cache-Control": "public, max-age=0, must-revalidate", ETag: etag };
      return { ...answer, headers: { ...answer.headers, ...caching } };
    });
  }

  #refuseBeyond(address: string): void {
    if ((this.#waiting.get(address) ?? 0) >= MAX_WAITING_OF_ADDRESS) throw new TooManyWaiting();
  }

  #inTurn<T>(address: string, make: () => Promise<T>): Promise<T> {
    const waits = this.#turns.activeCount >= AT_A_TIME;
    if (waits) this.#countWaiting(address, 1);
    return this.#turns(() => {
      if (waits) this.#countWaiting(address, -1);
      return make();
    });
  }

  #countWaiting(address: string, by: number): void {
    const count = (this.#waiting.get(address) ?? 0) + by;
    if (count > 0) this.#waiting.set(address, count);
    else this.#waiting.delete(address);
  }

  async #render(
    path: string,
    { target, headers }: CanonicalRequest,
    own: Record<string, string>,
  ): Promise<CachedAnswer> {
    const { host } = new URL(publicUrl());
    const requestId = own[REQUEST_ID_HEADER] ?? "";
    const call = { ...headers, ...own, host, accept: "text/html", "user-agent": "price-atlas" };
    const { statusCode: status, raw, rawPayload } = await inject(this.next, { url: target, headers: call }).end();
    const kept = Object.entries(raw.res.getHeaders()).filter(([name]) => !OF_MESSAGE.test(name));
    const isHtml = String(raw.res.getHeader("Content-Type")).startsWith("text/html");
    if (isHtml && status >= 500)
      return toFailurePage(wasDatabaseAway(requestId) ? "unavailable" : "failed", path, requestId);
    const body = Buffer.from(
      isHtml ? withoutFrameworkScripts(rawPayload.toString("utf8")) : new Uint8Array(rawPayload),
    );
    return { status, headers: { ...toTexts(kept), ...(isHtml && toHtmlHeaders(path)) }, body, encoded: {} };
  }
}

/** Includes the state of reports, which change without a publish. */
function toKey(path: string, { target, headers }: CanonicalRequest, version: Version): string {
  const { id, redacted, dataMedian } = version;
  const today = currentDay();
  // An older version has a middle day of its own.
  const age = /[?&]version=/.test(target) ? today : writeAge(dataMedian, today);
  return [`${id}.${redacted}.${age ?? ""}`, target, reportWatch().stampOf(path), ...Object.values(headers)].join("\n");
}

const toTexts = (headers: [string, unknown][]) =>
  Object.fromEntries(headers.map(([name, value]): [string, string] => [toTitle(name), String(value)]));

const toTitle = (name: string) => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

const toHtmlHeaders = (path: string) => ({ "Content-Security-Policy": toPagePolicy(path, null) });
