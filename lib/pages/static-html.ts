import { find, html, type Info, type Schema, svg } from "property-information";
import { Fragment, isValidElement, type ReactNode } from "react";
import { writeOnce } from "./drawings";

type Props = Readonly<Record<string, unknown>>;

/**
 * Surroundings of a node, which decide how it is written: HTML and SVG name attributes differently, and an option is
 * selected by the value of its select.
 */
type Place = { attributeOf: (property: string) => Info; chosen: unknown };

/**
 * Writes elements and their components as HTML, as React's `renderToStaticMarkup` does, for pages without React in the
 * browser. Throws TypeError for what needs a browser or has to be waited for: handlers, client components, promises.
 */
export function writeStaticHtml(node: ReactNode): string {
  return writeNode(node, { attributeOf: ofHtml, chosen: undefined });
}

function writeNode(node: unknown, place: Place): string {
  if (typeof node === "string") return escapeText(node);
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node === "number" || typeof node === "bigint") return String(node);
  if (Array.isArray(node)) {
    let written = "";
    for (const child of node) written += writeNode(child, place);
    return written;
  }
  if (!isValidElement<Props>(node)) throw new TypeError("a static page consists of elements and texts");
  const { type, props } = node as { type: unknown; props: Props };
  if (typeof type === "string") return writeElement(type, props, place);
  if (type === Fragment) return writeNode(props.children, place);
  if (typeof type === "function" && !("$$typeof" in type)) {
    const component = type as (props: Props) => unknown;
    return writeOnce(component, props, () => writeNode(component(props), place));
  }
  throw new TypeError("a static page has no client components, contexts or boundaries");
}

/** Finds attributes by the names of React's properties, each once. */
function makeAttributeOf(schema: Schema): Place["attributeOf"] {
  const known = new Map<string, Info>();
  return (property) => {
    const info = known.get(property) ?? find(schema, property);
    known.set(property, info);
    return info;
  };
}
const ofHtml = makeAttributeOf(html);
const ofSvg = makeAttributeOf(svg);

/** Elements without content (HTML Standard, 13.1.2). */
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

function writeElement(name: string, props: Props, place: Place): string {
  const attributeOf = name === "svg" ? ofSvg : place.attributeOf;
  // React gives these two a value where HTML has it in their content.
  const holdsValue = name === "select" || name === "textarea";
  const value = props.value ?? props.defaultValue;
  let tag = `<${name}`;
  for (const property in props) {
    if (holdsValue && (property === "value" || property === "defaultValue")) continue;
    tag += writeAttribute(property, props[property], attributeOf);
  }
  if (name === "option" && isChosen(props, place.chosen)) tag += ' selected=""';
  if (VOID.has(name)) return `${tag}/>`;
  const inner = props.dangerouslySetInnerHTML as { __html: string } | undefined;
  const content = inner
    ? inner.__html
    : writeNode(name === "textarea" ? value : props.children, {
        attributeOf,
        chosen: name === "select" ? value : place.chosen,
      });
  // Browsers leave out the first line break of these.
  const isKept = content.startsWith("\n") && (name === "pre" || name === "textarea");
  return `${tag}>${isKept ? "\n" : ""}${content}</${name}>`;
}

const isChosen = ({ value, children }: Props, chosen: unknown) =>
  chosen !== undefined && chosen !== null && String(value ?? children) === String(chosen);

/** Properties of React that are no attributes. */
const NO_ATTRIBUTES = new Set(["children", "dangerouslySetInnerHTML", "ref", "suppressHydrationWarning"]);
/** Properties of React for the attributes of a form as it is first shown. */
const FIRST_VALUES: Readonly<Record<string, string>> = { defaultValue: "value", defaultChecked: "checked" };
/** Addresses that a reader or the browser follows. */
const ADDRESSES = new Set(["href", "src", "action", "formaction", "xlink:href"]);
/**
 * Checks for `javascript:`, which would run when a reader follows the link: such an address is left out, so that no source
 * of prices can bring one in. React refuses these as well.
 */
const isScript = (address: string) =>
  !/^(https?:\/\/|[/?#])/i.test(address) && URL.canParse(address) && new URL(address).protocol === "javascript:";

function writeAttribute(property: string, value: unknown, attributeOf: Place["attributeOf"]): string {
  if (value === undefined || value === null || NO_ATTRIBUTES.has(property)) return "";
  if (property === "style") return writeStyle(value as Readonly<Record<string, unknown>>);
  const info = attributeOf(FIRST_VALUES[property] ?? property);
  const name = info.attribute;
  if (typeof value === "boolean" && !(info.booleanish || property.startsWith("aria-") || property.startsWith("data-")))
    return value && (info.boolean || info.overloadedBoolean) ? ` ${name}=""` : "";
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "object")
    throw new TypeError(`a static page has no ${typeof value} as ${property}`);
  if (info.boolean) return value ? ` ${name}=""` : "";
  const text = String(value);
  if (ADDRESSES.has(name) && isScript(text)) return "";
  return ` ${name}="${escapeText(text)}"`;
}

/** Declarations of a style. Numbers that need a unit are refused: only 0 and custom properties may be one. */
function writeStyle(style: Readonly<Record<string, unknown>>): string {
  const declarations: string[] = [];
  for (const property in style) {
    const value = style[property];
    if (value === undefined || value === null || value === "" || typeof value === "boolean") continue;
    const isCustom = property.startsWith("--");
    if (typeof value !== "string" && value !== 0 && !isCustom)
      throw new TypeError(`${property} of a style has no unit`);
    const name = isCustom ? property : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    declarations.push(`${name}:${String(value).trim()}`);
  }
  return declarations.length === 0 ? "" : ` style="${escapeText(declarations.join(";"))}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

function escapeText(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (character) => ESCAPES[character] ?? character) : text;
}
