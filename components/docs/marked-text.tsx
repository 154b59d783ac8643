/** Text in which `backticks` mark code. */
export function MarkedText({ text }: { text: string }) {
  return text.split("`").map((part, i) => {
    const key = `${i} ${part}`;
    return i % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
