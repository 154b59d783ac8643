export type CodeToken = { text: string; kind: "plain" | "keyword" | "string" };

const KEYWORDS: Record<string, readonly string[]> = {
  curl: ["curl"],
  JavaScript: ["const", "let", "await", "import", "from", "while", "if", "else", "throw", "new"],
  Python: [
    "import",
    "as",
    "from",
    "def",
    "with",
    "while",
    "for",
    "in",
    "if",
    "else",
    "is",
    "yield",
    "return",
    "continue",
    "None",
  ],
  R: ["library", "TRUE"],
  SQL: ["DELETE", "FROM", "WHERE", "INSERT", "INTO", "VALUES", "ON", "CONFLICT", "DO", "UPDATE", "SET"],
  json: ["true", "false", "null"],
};

/** The joined tokens equal the code. */
export function tokenize(code: string, language: string): CodeToken[] {
  const keywords = KEYWORDS[language] ?? [];
  const isNumberMarked = language === "json";
  const pattern = /"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|-?\d[\d.eE+-]*/g;
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const text = match[0];
    const isKey = isNumberMarked && /^\s*:/.test(code.slice(match.index + text.length));
    const kind = text.startsWith('"')
      ? isKey
        ? "plain"
        : "string"
      : keywords.includes(text) || (isNumberMarked && /^[-\d]/.test(text))
        ? "keyword"
        : "plain";
    if (kind === "plain") continue;
    if (match.index > end) tokens.push({ text: code.slice(end, match.index), kind: "plain" });
    tokens.push({ text, kind });
    end = match.index + text.length;
  }
  if (end < code.length) tokens.push({ text: code.slice(end), kind: "plain" });
  return tokens;
}
