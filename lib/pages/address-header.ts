/** Request header by which proxy.ts hands a page its path and query, as in the address. */
export const ADDRESS_HEADER = "x-price-atlas-address";
