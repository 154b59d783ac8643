/** Element of a head: a void one, or one with a text. */
const ELEMENT = /<(?:meta|link|base)\b[^>]*>|<(title|style|script)\b[^>]*>[\s\S]*?<\/\1>/g;
/** Id of React's useId in a server component. */
const ID = /_S_[0-9a-z]+_/g;

/**
 * Content of a page, without what React chooses anew at each render: the order of the elements of its head, which come
 * as the parts of a page are ready, and the names of the ids that tie its elements together.
 */
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
