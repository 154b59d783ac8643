export const READING_PATH = "/reading";
export const READINGS_PATH = "/admin/reports/readings";
export const READINGS_PAGE_SIZE = 25;

/** Most days between two readings that agree. */
export const AGREE_DAYS = 30;

/** The form for a subscription, in a country where one is known. */
export function toReadingHref(product: string, country?: string): string {
  return `${READING_PATH}?${new URLSearchParams({ ...(country !== undefined && { country }), product })}`;
}

/** Binds the token of the form, so that one of a report does not serve here. */
export const toReadingSubject = (product: string): string => `reading ${product}`;
