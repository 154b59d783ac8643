const PAGE = /^\/(?:api\/)?services\/([a-z0-9-]{1,100})(?:\?|$)/;
const PARAMETER = /^\/(?:api\/)?(?:prices|compare|history)[^?]*\?(?:[^#]*&)?products?=([a-z0-9,-]{1,500})(?:&|$)/;

export function readProducts(url: string): string[] {
  const page = PAGE.exec(url)?.[1];
  if (page !== undefined) return [page];
  const list = url.includes("product") ? PARAMETER.exec(url)?.[1] : undefined;
  return list === undefined ? [] : [...new Set(list.split(","))].filter((slug) => slug !== "");
}
