/** Prices in one stored part of a list. At least the largest page size, so that a page spans two parts at most. */
export const PART_SIZE = 200;

export type ListFilter = { country?: string | undefined; platform?: string | undefined; period?: string | undefined };

/** Name of the list of all prices that match these filters. */
export function toListName({ country = "*", platform = "*", period = "*" }: ListFilter): string {
  return `${country} ${platform} ${period}`;
}

/** Names of all lists that contain a price: each filter may be set or not. */
export function namesOfLists(price: { country: string; platform: string; period: string }): string[] {
  const { country, platform, period } = price;
  return [undefined, country].flatMap((country) =>
    [undefined, platform].flatMap((platform) =>
      [undefined, period].map((period) => toListName({ country, platform, period })),
    ),
  );
}

/** Position of a page in a list: places from 0, `end` exclusive, and the parts that it spans. */
export function placeOfPage(page: number, pageSize: number) {
  const start = (page - 1) * pageSize;
  const end = start + pageSize;
  return { start, end, firstPart: Math.floor(start / PART_SIZE), lastPart: Math.floor((end - 1) / PART_SIZE) };
}
