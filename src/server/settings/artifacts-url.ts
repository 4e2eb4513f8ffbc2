const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Whether two URLs have one host name, which is all that cookies look at. */
export const hasSameHost = (url: string, other: string): boolean => new URL(url).hostname === new URL(other).hostname

/**
 * Where browsers open files of runs, without a trailing slash; null where there is no host name for it. On the machine
 * itself one is there without being set up: browsers lead all names below localhost to it (RFC 6761, section 6.3).
 */
export function artifactsUrlOf(artifactsUrl: string | null, publicUrl: string): string | null {
  if (artifactsUrl !== null) return artifactsUrl
  const url = new URL(publicUrl)
  if (!loopback.test(url.hostname)) return null
  url.hostname = 'artifacts.localhost'
  return url.href.replace(/\/+$/, '')
}
