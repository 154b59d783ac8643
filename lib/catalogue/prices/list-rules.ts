/** Series in one stored part of a list. */
export const PART_SIZE = 200;

export type ListFilter = { country?: string | undefined; platform?: string | undefined; period?: string | undefined };

/** Name of the list of all series that match these filters. */
export function toListName({ country = "*", platform = "*", period = "*" }: ListFilter): string {
  return `${country} ${platform} ${period}`;
}

/** Names of all lists that contain a series: each filter may be set or not. */
export function namesOfLists(price: { country: string; platform: string; period: string }): string[] {
  const { country, platform, period } = price;
  return [undefined, country].flatMap((country) =>
    [undefined, platform].flatMap((platform) =>
      [undefined, period].map((period) => toListName({ country, platform, period })),
    ),
  );
}
