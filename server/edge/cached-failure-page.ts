import type { RequestListener } from "node:http";
import inject from "light-my-request";
import { requestContext } from "@/lib/api/request-context";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { outsideRequests } from "@/lib/platform/process-singleton";
import { type HeaderList, headersOf, toPublicPage } from "./rendered-page";

const PATH = "/failure";
/** Stands in the page that is kept where the reference of one failure is to stand. */
const PLACE = "reference_of_this_failure";

/** The page is shown to nobody who does not come with the address of one. */
const HEADERS = { accept: "text/html", [ADDRESS_HEADER]: "/" };

/** A page and its fields. */
export type Page = { fields: HeaderList; html: string };

/**
 * The site's own page about failures, made by Next once and then kept: while the database is away many are sent, and
 * none should have to wait for it.
 */
class KeptFailedPage {
  #page: Promise<Page | null> | null = null;
  #ready: Page | null = null;

  constructor(private readonly next: RequestListener) {}

  /** The page if it was made before, with this reference. */
  get ready(): ((reference: string) => Page) | null {
    const page = this.#ready;
    return page && ((reference) => withReference(page, reference));
  }

  /** Makes the page unless it is there; null where even this one fails, which is tried again the next time. */
  async find(reference: string): Promise<Page | null> {
    this.#page ??= outsideRequests(() => this.#make().catch(() => null));
    const page = await this.#page;
    if (page === null) this.#page = null;
    return page && withReference(page, reference);
  }

  async #make(): Promise<Page | null> {
    const made = await requestContext.run({ address: "", requestId: "" }, () =>
      inject(this.next, { method: "GET", url: `${PATH}?reference=${PLACE}`, headers: HEADERS }).end(),
    );
    if (made.statusCode !== 200) return null;
    const fields = headersOf(made).filter(([name]) => !OF_ONE_ANSWER.has(name));
    this.#ready = { fields, html: toPublicPage(made.payload) };
    return this.#ready;
  }
}

const kept = new WeakMap<RequestListener, KeptFailedPage>();

/** The page about failures of an app. */
export function failedPageOf(next: RequestListener): KeptFailedPage {
  const known = kept.get(next) ?? new KeptFailedPage(next);
  kept.set(next, known);
  return known;
}

const OF_ONE_ANSWER = new Set(["content-length", "date", "etag", "cache-control"]);

function withReference({ fields, html }: Page, reference: string): Page {
  return { fields, html: html.replaceAll(PLACE, reference.replace(/[^\w-]/g, "")) };
}
