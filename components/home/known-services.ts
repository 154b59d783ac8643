/** Services most readers know, for a first look; those the dataset does not have are left out. An editorial choice. */
export const KNOWN_SERVICES = [
  "netflix",
  "spotify",
  "youtube",
  "disney-plus",
  "chatgpt",
  "claude",
  "gemini",
  "apple-music",
  "icloud",
  "duolingo",
  "canva",
  "crunchyroll",
] as const;
