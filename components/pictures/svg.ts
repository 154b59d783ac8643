type Attributes = Readonly<Record<string, string | number | undefined>>;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** Leaves out undefined attributes; `content` is markup. */
export function tag(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === "number" ? round(value) : escapeXml(value)}"`],
  );
  return `<${name}${written.join("")}${content.length === 0 ? "/>" : `>${content.join("")}</${name}>`}`;
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Markup from (0, 0), and its height. */
export type Drawing = { svg: string; height: number };

export const moveTo = (x: number, y: number, svg: string): string =>
  tag("g", { transform: `translate(${round(x)} ${round(y)})` }, svg);
