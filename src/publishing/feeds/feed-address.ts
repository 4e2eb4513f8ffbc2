/** The `summary.json` of a page in the format of Statuspage, of an address of it that people know; null when that is none. */
export function feedAddress(given: string): string | null {
  const url = URL.parse(given)
  if (url === null) return null
  url.hash = ''
  if (!url.pathname.endsWith('.json')) {
    url.search = ''
    url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/api\/v2$/, '')}/api/v2/summary.json`
  }
  return url.href
}
