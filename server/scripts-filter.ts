const END_OF_SCRIPT = "</script>";

/**
 * Removes what Next adds so that React can take a page over in the browser: its script files, their preloads, and its
 * inline scripts. Data blocks and script files of our own stay. React escapes `<` in texts and Next in
 * its inline data, so `<script` and `</script>` are always tags.
 */
export function withoutFrameworkScripts(html: string): string {
  let page = "";
  let from = 0;
  for (let at = findTag(html, 0); at !== -1; at = findTag(html, from)) {
    const tagEnd = html.indexOf(">", at) + 1;
    if (tagEnd === 0) break;
    const isScript = html.startsWith("<script", at);
    const end = isScript ? html.indexOf(END_OF_SCRIPT, tagEnd) + END_OF_SCRIPT.length : tagEnd;
    if (end < tagEnd) break;
    const tag = html.slice(at, tagEnd);
    page += html.slice(from, (isScript ? isOfFramework(tag) : isPreload(tag)) ? at : end);
    from = end;
  }
  return (page + html.slice(from)).replaceAll(NONCE, "$1");
}

/** The nonce that Next writes on tags of `<head>`, which goes with its inline scripts. */
const NONCE = /(<(?:link|script|style)\b[^>]*?) nonce="[^"]*"/g;

function findTag(html: string, from: number): number {
  const script = html.indexOf("<script", from);
  const link = html.slice(from, script === -1 ? undefined : script).indexOf("<link");
  return link === -1 ? script : from + link;
}

/** Inline scripts are always the framework's: the content policy of public pages forbids them. */
function isOfFramework(tag: string): boolean {
  if (/\ssrc="\/_next\//.test(tag)) return true;
  return !/\ssrc=/.test(tag) && !/\stype="(application\/(ld\+)?json|speculationrules)"/.test(tag);
}

function isPreload(tag: string): boolean {
  return /\srel="(module)?preload"/.test(tag) && /\shref="\/_next\/[^"]+\.js["?]/.test(tag);
}
