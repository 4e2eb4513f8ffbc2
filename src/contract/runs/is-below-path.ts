/**
 * Whether a URL lies below a path in whole segments: `/partner` holds for `/partner` and `/partner/orders`, not for
 * `/partnership`. The path begins with a slash and ends without one; null holds for every URL.
 */
export function isBelowPath(url: URL, path: string | null): boolean {
  if (path === null) return true
  const start = new URL(`https://host${path}`).pathname.replace(/\/+$/, '')
  return url.pathname === start || url.pathname.startsWith(`${start}/`)
}
