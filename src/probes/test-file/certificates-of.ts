import type { Observation, ServedCertificate } from '#contract'
import { dayMs } from '#kernel'
import type { RunResult } from '#scripting'

type Seen = Pick<Observation, 'certificates' | 'sslDaysRemaining' | 'sslDomain'>

/** A page may ask hundreds of hosts, of which only the first are kept. */
const maxHosts = 50

/**
 * The certificates of the https hosts that a run asked, and how long the first one to expire is valid, in whole days, of
 * those that `watched` names: a host, `*.` before one for it and those below it, or `*` for each.
 */
export function certificatesOf({ events }: RunResult, nowMs: number, watched: string | undefined): Seen {
  const certificates = events.flatMap((event): ServedCertificate[] =>
    event.type === 'certificate' && isTime(event.validTo)
      ? [{ host: event.host, issuer: event.issuer, validTo: new Date(event.validTo).toISOString() }]
      : [],
  )
  if (certificates.length === 0) return {}
  const [first] = certificates
    .filter(({ host }) => watched !== undefined && isWatched(host, watched))
    .toSorted((one, other) => Date.parse(one.validTo) - Date.parse(other.validTo))
  return { certificates: certificates.slice(0, maxHosts), ...(first && expiryOf(first, nowMs)) }
}

const latestMs = 8.64e15
const isTime = (ms: number): boolean => ms > 0 && ms <= latestMs

const expiryOf = ({ host, validTo }: ServedCertificate, nowMs: number): Seen => ({
  sslDaysRemaining: Math.floor((Date.parse(validTo) - nowMs) / dayMs),
  sslDomain: host,
})

/** Clients also write a URL, or a port behind the host. */
function isWatched(host: string, watched: string): boolean {
  const name = watched
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/:].*$/, '')
  if (name === '*') return true
  return name.startsWith('*.') ? `.${host}`.endsWith(name.slice(1)) : host === name
}
