/** Recognizes request targets of the public API, or that were meant for it; staff sign in under /api/auth. */
export function isApi(url: string): boolean {
  return /^\/+api(?:[/?]|%2f|$)/i.test(url) && !isAuth(url);
}

/** Recognizes the staff area, which uses React in the browser, and the paths of signing in to it. */
export function isStaff(url: string): boolean {
  return /^\/(?:admin|api\/auth)(?:[/?]|$)/.test(url);
}

/** Recognizes the address that files of the staff are uploaded to. */
export function isUpload(url: string): boolean {
  return /^\/admin\/changes\/upload(?:\?|$)/.test(url);
}

/** Recognizes the page of the form that reports a price. */
export function isReport(url: string): boolean {
  return /^\/report(?:\?|$)/.test(url);
}

/** Recognizes paths of signing in, which is Next's and next-auth's. */
export function isAuth(url: string): boolean {
  return /^\/api\/auth(?:[/?]|$)/.test(url);
}
