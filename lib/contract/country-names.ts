import { countries } from "countries-list";

/** Names that the package spells without their accents, as ISO 3166-1 has them. */
const ACCENTED: Readonly<Record<string, string>> = {
  AX: "Åland Islands",
  BL: "Saint Barthélemy",
  CW: "Curaçao",
  RE: "Réunion",
  ST: "São Tomé and Príncipe",
};

/** English short name of each country by its code; migrations repeat a change for databases that stand already. */
export const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).map(([code, { name }]) => [code, ACCENTED[code] ?? name]),
);
