import { LRUCache } from "lru-cache";

/** Values that are the same when their JSON is. */
export type Data = string | number | boolean | null | undefined | readonly Data[] | { readonly [name: string]: Data };

type Component<Props> = (props: Props) => unknown;

/** Most characters of the drawings that are kept and of their data together, of up to two bytes each. */
const MAX_CHARACTERS = 10_000_000;

/** Number of each component that is a drawing. */
const numbers = new WeakMap<object, number>();
let count = 0;
const written = new LRUCache<string, string>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

/**
 * Marks a component whose HTML depends on nothing but its props, and these are data: it has no `useId`, and stands among
 * elements of HTML, not inside of a graphic or a list of options. `writeStaticHtml` writes it once for the same data, which
 * many pages have in common: a map is the same in every order of the table below it, for every reader's country, and
 * until another dataset version has other values.
 */
export function asDrawing<Props extends { readonly [Name in keyof Props]: Data }, Result>(
  component: (props: Props) => Result,
): (props: Props) => Result {
  numbers.set(component, count++);
  return component;
}

/** HTML of a component: that kept of a drawing of the same data, else what `write` gives. */
export function writeOnce<Props>(component: Component<Props>, props: Props, write: () => string): string {
  const number = numbers.get(component);
  if (number === undefined) return write();
  const key = `${number} ${JSON.stringify(props)}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const html = write();
  written.set(key, html);
  return html;
}
