/** An editorial choice; services missing from the dataset are left out. */
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
