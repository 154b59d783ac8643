import { countNoun } from "@/lib/text/words";

/** Countries of a product whose prices were all taken back, with the reasons that were given. */
export type Withdrawn = { countries: number; notes: readonly string[] };

/** `The prices of 17 countries were withdrawn: “Stands as monthly, but is the annual price”.` Null where none were. */
export function writeWithdrawn({ countries, notes }: Withdrawn): string | null {
  if (countries === 0) return null;
  const what =
    countries === 1
      ? "The price of one country was"
      : `The prices of ${countNoun(countries, "country", "countries")} were`;
  const why = notes.map((note) => `“${note}”`).join(", ");
  return `${what} withdrawn${why === "" ? "" : `: ${why}`}.`;
}
