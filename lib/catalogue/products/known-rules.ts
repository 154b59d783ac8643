/** An editorial choice, most wanted first; services missing from the dataset are left out. */
export const KNOWN_SERVICES = [
  "netflix",
  "spotify",
  "youtube",
  "disney-plus",
  "apple-music",
  "chatgpt",
  "icloud",
  "canva",
  "duolingo",
  "microsoft-word",
  "x",
  "tinder",
  "claude",
  "gemini",
  "google-one",
  "linkedin",
  "hbo-max",
  "crunchyroll",
  "telegram",
  "discord",
  "dropbox",
  "adobe-photoshop",
  "deezer",
  "tidal",
] as const;

/** So many are on the home page. */
export const FEATURED_SERVICES = 12;
