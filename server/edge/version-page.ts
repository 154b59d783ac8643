/** Tags of links to pages and files of the dataset; the link out of a version is marked `rel="bookmark"`. */
const LINK =
  /(<a\b(?![^>]*\srel="bookmark")[^>]*?\shref=")(\/(?:(?:services|countries)(?:\/[\w-]+)?|compare|multipliers|api\/[a-z]+(?:\/[\w-]+)?)?)(\?[^"#]*)?(#[^"]*)?(?=")/g;
const FORM =
  /<form\b(?![^>]*\smethod="post")[^>]*\saction="\/(?:services|countries|compare|multipliers)?[^"]*"[^>]*>/gi;

/** Has the links of a page to others of the dataset, and its forms, stay in the version that it shows. */
export function stayInVersion(html: string, version: string): string {
  return html
    .replace(LINK, (whole, tag: string, path: string, search = "", anchor = "") =>
      /[?;]version=/.test(search)
        ? whole
        : `${tag}${path}${search}${search ? "&amp;" : "?"}version=${version}${anchor}`,
    )
    .replace(FORM, (tag) => `${tag}<input type="hidden" name="version" value="${version}"/>`);
}
