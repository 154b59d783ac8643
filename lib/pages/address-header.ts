/** Request header in which proxy.ts passes a page its own path and query. */
export const ADDRESS_HEADER = "x-price-atlas-address";

/** Header with the id under which a request is logged. */
export const REQUEST_ID_HEADER = "x-request-id";
