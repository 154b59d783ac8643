/** What a visitor reads of HTML, in one line. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&amp;/g, "&")
    .replaceAll(/&#x27;/g, "'")
    .replaceAll(/\s+/g, " ")
    .trim();

/** What stands between header and footer. */
export const mainOf = (html: string): string => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
