import { type NextRequest, NextResponse } from "next/server";
import { VERSION_HEADER } from "@/lib/api/version";
import { findNames } from "@/lib/catalogue/search/data";
import { isFiled } from "@/lib/desk/reports/data";
import { ADDRESS_HEADER } from "@/lib/pages/address-header";
import { findPageVersion } from "@/lib/pages/page-version";
import { refuseEmbed } from "@/lib/pages/share-refusal";
import type { Version } from "@/lib/versions/current";

/** A path that no route answers: Next then writes the whole not-found page as HTML, status 404. */
const NOWHERE = "/_not-found";
/** Page that stands in place of another, whose address comes with the request; as an address of its own it is none. */
const STAND_IN = "/missing";

/**
 * Tells the pages which address was asked for, and leads to the not-found page before a page begins: notFound() inside a page
 * would answer with a document that shows nothing without scripts.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const headers = new Headers(request.headers);
  const { pathname: path, search, searchParams } = request.nextUrl;
  const isStandIn = path === STAND_IN;
  const standsFor = isStandIn ? headers.get(ADDRESS_HEADER) : null;
  headers.set(ADDRESS_HEADER, standsFor ?? path + search);
  const named = searchParams.get("version");
  // While the data cannot be read, the page itself has to say so.
  const version = await findPageVersion(named, headers.get(VERSION_HEADER)).catch(() => null);
  const refusal = await refuseEmbed(version, path, search);
  if (refusal !== null) return new NextResponse(refusal.body, refusal);
  if (isStandIn ? standsFor !== null : await isKnown(version, path)) return NextResponse.next({ request: { headers } });
  const nowhere = request.nextUrl.clone();
  nowhere.pathname = NOWHERE;
  return NextResponse.rewrite(nowhere, { request: { headers } });
}

/** False for the address of a product or country that the dataset does not have; those that it redirects are known. */
async function isKnown(version: Version | null, path: string): Promise<boolean> {
  const report = /^\/report\/([^/]+)$/.exec(path)?.[1];
  if (report !== undefined) return /^[1-9]\d{0,8}$/.test(report) && (await isFiled(Number(report)).catch(() => true));
  const [, section, name = ""] = /^(?:\/embed)?\/(services|countries)\/([^/]+)$/.exec(path) ?? [];
  if (section === undefined || version === null) return true;
  const names = await findNames(version).catch(() => null);
  if (names === null) return true;
  return section === "services"
    ? names.products.some(({ slug }) => slug === name.toLowerCase())
    : names.countries.some(({ code }) => code === name.toUpperCase());
}

// Pages only: no endpoint, no asset, no file.
export const config = { matcher: ["/((?!api/|_next/|_not-found|admin|.*\\.).*)"] };
