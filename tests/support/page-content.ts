const ELEMENT = /<(?:meta|link|base)\b[^>]*>|<(title|style|script)\b[^>]*>[\s\S]*?<\/\1>/g;
const ID = /_S_[0-9a-z]+_/g;

/** Removes what React changes at each render: the order of elements in the head, and generated ids. */
export function toContent(html: string): string {
  const numbers = new Map<string, string>();
  const named = html.replace(ID, (id) => {
    const known = numbers.get(id) ?? `id-${numbers.size}`;
    numbers.set(id, known);
    return known;
  });
  return named.replace(/<head>([\s\S]*?)<\/head>/, (_, head: string) => {
    const elements = head.match(ELEMENT) ?? [];
    const rest = head.replace(ELEMENT, "");
    return `<head>${elements.sort().join("")}${rest}</head>`;
  });
}
