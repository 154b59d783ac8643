/** What stands in a head: void elements, and those with a text. React escapes `>` in attributes. */
const ELEMENT = /<(?:meta|link|base)\b[^>]*>|<(title|style|script)\b[^>]*>[\s\S]*?<\/\1>/g;

/** In the order of need; what matches none comes before what is only offered. */
const ORDER = [
  /\scharset=/i,
  /name="viewport"/,
  /rel="stylesheet"/,
  /rel="preload"/,
  /name="(?:color-scheme|theme-color)"/,
];
const OFFERED = /rel="alternate"/;

/**
 * A whole HTML page with the elements of its head in one order. React puts those of a layout before or after those of
 * Next's metadata, whichever are ready first; the same data is to give the same bytes.
 */
export function withStableHead(html: string): string {
  const start = html.indexOf("<head>") + "<head>".length;
  const end = html.indexOf("</head>");
  if (start < "<head>".length || end === -1) return html;
  const head = html.slice(start, end);
  const elements = head.match(ELEMENT) ?? [];
  // Where there is something else, nothing is moved.
  if (elements.join("") !== head) return html;
  const sorted = elements.map((element) => ({ element, place: placeOf(element) })).sort((a, b) => a.place - b.place);
  return html.slice(0, start) + sorted.map(({ element }) => element).join("") + html.slice(end);
}

function placeOf(element: string): number {
  const place = ORDER.findIndex((pattern) => pattern.test(element));
  if (place !== -1) return place;
  return OFFERED.test(element) ? ORDER.length + 1 : ORDER.length;
}
