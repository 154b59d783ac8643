/** Prices in a part of a kept list. At least as many as a page may have: so a page lies in two parts at most. */
export const PART_SIZE = 200;

export type ListFilter = { country?: string | undefined; platform?: string | undefined; period?: string | undefined };

/** The name of the list of all prices that these filters leave. */
export function toListName({ country = "*", platform = "*", period = "*" }: ListFilter): string {
  return `${country} ${platform} ${period}`;
}

/** The names of all lists that a price is in: each filter may be given or not. */
export function namesOfLists(price: { country: string; platform: string; period: string }): string[] {
  const { country, platform, period } = price;
  return [undefined, country].flatMap((country) =>
    [undefined, platform].flatMap((platform) =>
      [undefined, period].map((period) => toListName({ country, platform, period })),
    ),
  );
}

/** Where a page lies in a list: places from 0, `end` exclusive, and the parts it reaches into. */
export function placeOfPage(page: number, pageSize: number) {
  const start = (page - 1) * pageSize;
  const end = start + pageSize;
  return { start, end, firstPart: Math.floor(start / PART_SIZE), lastPart: Math.floor((end - 1) / PART_SIZE) };
}
