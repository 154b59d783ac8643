/** An id of React's useId in a server component. */
const ID = /_S_[0-9a-z]+_/g;

/**
 * A whole HTML page with the ids of `useId` numbered as they stand in it. React numbers them as parts of the page come
 * to be ready, which differs from one making to the next; the same data is to give the same bytes.
 */
export function withStableIds(html: string): string {
  const numbers = new Map<string, string>();
  return html.replace(ID, (id) => {
    const known = numbers.get(id) ?? `_S_${numbers.size.toString(36)}_`;
    numbers.set(id, known);
    return known;
  });
}
