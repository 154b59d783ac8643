/** A country is in the index from so many products in common with its base on. */
export const MIN_BASKET_SIZE = 30;
