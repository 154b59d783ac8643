const END_OF_SCRIPT = "</script>";

/** Keeps our own script files and data blocks. Text and data escape `<`, so `<script` is always a tag. */
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

const NONCE = /(<(?:link|script|style)\b[^>]*?) nonce="[^"]*"/g;

function findTag(html: string, from: number): number {
  const script = html.indexOf("<script", from);
  const link = html.slice(from, script === -1 ? undefined : script).indexOf("<link");
  return link === -1 ? script : from + link;
}

/** Inline scripts are the framework's: the content policy forbids others. */
function isOfFramework(tag: string): boolean {
  if (/\ssrc="\/_next\//.test(tag)) return true;
  return !/\ssrc=/.test(tag) && !/\stype="(application\/(ld\+)?json|speculationrules)"/.test(tag);
}

function isPreload(tag: string): boolean {
  return /\srel="(module)?preload"/.test(tag) && /\shref="\/_next\/[^"]+\.js["?]/.test(tag);
}
