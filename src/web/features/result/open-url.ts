const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Where a file of a run opens in a tab of its own; null where it does not. A name below localhost leads to the machine
 * of the browser: it is of use only to a page that came from there, at the port at which the page was reached.
 */
export function openUrl(
  viewUrl: string | null,
  page: { readonly hostname: string; readonly port: string },
): string | null {
  if (viewUrl === null) return null
  const url = new URL(viewUrl)
  if (!url.hostname.endsWith('.localhost')) return url.href
  if (!loopback.test(page.hostname)) return null
  url.port = page.port
  return url.href
}
