const END = "</script>";

/**
 * A whole HTML page without what Next adds so that React can take it over in the browser: its script files, their
 * preloads, and its inline scripts. Data blocks and script files of our own stay. React escapes `<` in texts and Next in
 * its inline data, so `<script` and `</script>` are always tags.
 */
export function withoutFrameworkScripts(html: string): string {
  let kept = "";
  let from = 0;
  for (let at = findTag(html, 0); at !== -1; at = findTag(html, from)) {
    const tagEnd = html.indexOf(">", at) + 1;
    if (tagEnd === 0) break;
    const isScript = html.startsWith("<script", at);
    const end = isScript ? html.indexOf(END, tagEnd) + END.length : tagEnd;
    if (end < tagEnd) break;
    const tag = html.slice(at, tagEnd);
    kept += html.slice(from, (isScript ? isOfFramework(tag) : isPreload(tag)) ? at : end);
    from = end;
  }
  return kept + html.slice(from);
}

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
