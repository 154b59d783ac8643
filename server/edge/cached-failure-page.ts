import type { RequestListener } from "node:http";
import { requestContext } from "@/lib/api/request-context";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { outsideRequests } from "@/lib/platform/process-singleton";
import { callForPage, toHeaders, toPublicPage } from "./public-page";

const PATH = "/failure";
/** Placeholder for the incident reference; replaced when the failure page is sent. */
const PLACE = "reference_of_this_failure";

/** proxy.ts shows the page only to who comes with the address of another. */
const HEADERS = { accept: "text/html", [ADDRESS_HEADER]: "/" };

/** Failure page, and its headers. */
export type FailurePage = { headers: Headers; html: string };

/**
 * The site's own page about failures, rendered by Next once: while the database is unavailable many are sent, and none
 * should have to wait for it.
 */
class CachedFailurePage {
  #page: Promise<FailurePage | null> | null = null;
  #ready: FailurePage | null = null;

  constructor(private readonly next: RequestListener) {}

  /** Returns the page with a reference; null while it is not rendered. */
  get ready(): ((reference: string) => FailurePage) | null {
    const page = this.#ready;
    return page && ((reference) => withReference(page, reference));
  }

  /** Renders the page unless it is cached; null where even this one fails, which is tried again the next time. */
  async find(reference: string): Promise<FailurePage | null> {
    this.#page ??= outsideRequests(() => this.#make().catch(() => null));
    const page = await this.#page;
    if (page === null) this.#page = null;
    return page && withReference(page, reference);
  }

  async #make(): Promise<FailurePage | null> {
    const { rendered, parts } = await requestContext.run({ address: "", requestId: "" }, () =>
      callForPage(this.next, { method: "GET", url: `${PATH}?reference=${PLACE}`, headers: HEADERS }),
    );
    if (rendered.statusCode !== 200) return null;
    const headers = toHeaders(rendered);
    for (const name of OF_ONE_RESPONSE) headers.delete(name);
    this.#ready = { headers, html: toPublicPage(rendered.payload, parts) };
    return this.#ready;
  }
}

const pages = new WeakMap<RequestListener, CachedFailurePage>();

/** The failure page of an app. */
export function failurePageOf(next: RequestListener): CachedFailurePage {
  const known = pages.get(next) ?? new CachedFailurePage(next);
  pages.set(next, known);
  return known;
}

/** Headers of one response. */
const OF_ONE_RESPONSE = ["content-length", "date", "etag", "cache-control"];

function withReference({ headers, html }: FailurePage, reference: string): FailurePage {
  return { headers, html: html.replaceAll(PLACE, reference.replace(/[^\w-]/g, "")) };
}
