import { countries } from "countries-list";

/** The package leaves out the accents of ISO 3166-1. */
const ACCENTED: Readonly<Record<string, string>> = {
  AX: "Åland Islands",
  BL: "Saint Barthélemy",
  CW: "Curaçao",
  RE: "Réunion",
  ST: "São Tomé and Príncipe",
};

/** A change needs a migration too. */
export const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).map(([code, { name }]) => [code, ACCENTED[code] ?? name]),
);
