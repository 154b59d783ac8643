export function CodeWords({ words }: { words: readonly string[] }) {
  return words.map((word, i) => (
    <span key={word}>
      {i > 0 && ", "}
      <code>{word}</code>
    </span>
  ));
}
