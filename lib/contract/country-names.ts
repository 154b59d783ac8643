import { countries } from "countries-list";

/** Names with the accents of ISO 3166-1, which the package leaves out. */
const ACCENTED: Readonly<Record<string, string>> = {
  AX: "Åland Islands",
  BL: "Saint Barthélemy",
  CW: "Curaçao",
  RE: "Réunion",
  ST: "São Tomé and Príncipe",
};

/** English short name of each country by code. A change needs a migration too, for existing databases. */
export const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).map(([code, { name }]) => [code, ACCENTED[code] ?? name]),
);
