export const ADDRESS_HEADER = "x-price-atlas-address";
