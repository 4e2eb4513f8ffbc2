import { RE2JS } from 're2js'
import { isBelowPath } from '#contract'
import type { RunTask } from '#contract'
import type { ClientCertificate } from '#storage/checks'

export type TaskCertificate = NonNullable<RunTask['clientCertificate']>

/**
 * The client certificate for a URL, from those of its account, the latest first. An exact host is preferred to one with
 * wildcards, then the longest path, then the latest. Null when none matches, or the URL is not an https URL.
 */
export function clientCertificateOf(certificates: readonly ClientCertificate[], text: string): TaskCertificate | null {
  const url = certificates.length === 0 ? null : URL.parse(text)
  if (url?.protocol !== 'https:') return null
  const names = [url.hostname, `${url.hostname}:${url.port || '443'}`]
  const here = certificates
    .filter(({ path }) => isBelowPath(url, path))
    .toSorted((one, other) => (other.path?.length ?? 0) - (one.path?.length ?? 0))
  const found = here.find(({ host }) => names.includes(host)) ?? here.find(({ host }) => matchesAny(host, names))
  return found ? taskCertificate(found) : null
}

/** `*` matches any string and `?` one character. Matched in linear time, because patterns are untrusted. */
function matchesAny(pattern: string, names: readonly string[]): boolean {
  if (!/[*?]/.test(pattern)) return false
  const source = RE2JS.quote(pattern)
    .replaceAll(String.raw`\*`, '.*')
    .replaceAll(String.raw`\?`, '.')
  const compiled = RE2JS.compile(source)
  return names.some((name) => compiled.matches(name))
}

export const taskCertificate = ({
  path,
  certificate,
  key,
  authority,
  passphrase,
}: ClientCertificate): TaskCertificate => ({
  path,
  cert: certificate,
  key,
  ca: authority,
  passphrase,
})
