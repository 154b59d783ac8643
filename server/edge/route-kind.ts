/** Whether a request target lies in the public API, or was meant to; staff sign in under /api/auth. */
export function isApi(url: string): boolean {
  return /^\/+api(?:[/?]|%2f|$)/i.test(url) && !isAuth(url);
}

/** Whether a path belongs to signing in, which is Next's and next-auth's. */
export function isAuth(url: string): boolean {
  return /^\/api\/auth(?:[/?]|$)/.test(url);
}
