/** Request header in which proxy.ts passes a page its own path and query. */
export const ADDRESS_HEADER = "x-price-atlas-address";
