/** Request header by which proxy.ts hands a page its path. */
export const PATH_HEADER = "x-price-atlas-path";
