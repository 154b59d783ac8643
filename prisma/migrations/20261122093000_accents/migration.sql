-- Spells the names of countries with their accents, as lib/contract/country-names.ts does for what is imported later.
UPDATE country SET name = spelled.name
FROM (VALUES ('AX', 'Åland Islands'), ('BL', 'Saint Barthélemy'), ('CW', 'Curaçao'), ('RE', 'Réunion'),
  ('ST', 'São Tomé and Príncipe')) AS spelled (code, name)
WHERE country.code = spelled.code AND country.name <> spelled.name;
