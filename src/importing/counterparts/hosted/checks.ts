import { isWebUrlText } from '#contract'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'
import { acceptedCodes } from '../accepted-codes.ts'
import type { AcceptedCodes } from '../accepted-codes.ts'
import { plainText, unencoded } from '../http-check.ts'
import type { HttpAssertion } from '../http-check.ts'
import { scheduleOf } from '../schedule.ts'
import type { ImportedSchedule } from '../schedule.ts'
import type { StatusRange } from '../status-codes.ts'

export type Value = Readonly<Record<string, unknown>>

/** The schedule of a field that has seconds. */
export function scheduleFrom(
  fields: SourceFields,
  field: string,
  seconds: number,
  shortest: 10 | 60 = 10,
): ImportedSchedule['fields'] {
  const { fields: schedule, note } = scheduleOf(seconds, shortest)
  if (note === null) fields.exact(field)
  else fields.approximated(field, note)
  return schedule
}

/** A run of a check of HTTP ends after so many seconds. */
const longestRun = 30_000

/** The limit of a response time that a field sets in milliseconds; null there: none. */
export function limitsFrom(fields: SourceFields, field: string, ms: number | null, most = longestRun): Value {
  if (ms === null || ms <= 0) return { degradedResponseTime: null, maxResponseTime: null }
  if (ms > most) fields.approximated(field, `A run ends after ${most / 1000} seconds.`)
  else fields.exact(field)
  return { degradedResponseTime: null, maxResponseTime: Math.min(most, Math.round(ms)) }
}

export interface WebTarget {
  readonly url: string
  readonly basicAuth: { readonly username: string; readonly password: string } | null
}

/** A URL of HTTP without credentials in it, which become a secret. Null for what is none. */
export function webTarget(draft: Draft, owner: string, text: string | null): WebTarget | null {
  const url =
    text !== null && text.length <= 2048 && /^https?:\/\//i.test(text) && isWebUrlText(text) ? URL.parse(text) : null
  if (url === null || text === null) return null
  if (url.username === '' && url.password === '') return { url: plainText(draft, text), basicAuth: null }
  const basicAuth = basicAuthOf(draft, owner, { username: url.username, password: url.password })
  url.username = ''
  url.password = ''
  return { url: plainText(draft, url.href), basicAuth }
}

/** Null password: the source hides it, and a person has to enter it. */
export const basicAuthOf = (
  draft: Draft,
  owner: string,
  { username, password }: { readonly username: string; readonly password: string | null },
) => ({
  username: plainText(draft, username),
  password: password === '' ? '' : unencoded(draft.secret(`${owner} password`, password)),
})

const usualCodes: AcceptedCodes = { assertions: [], shouldFail: false }

/** The codes that a check accepts. Without a set, and for all below 400, there is nothing to say. */
export function codesFrom(fields: SourceFields, field: string, ranges: readonly StatusRange[]): AcceptedCodes {
  const isUsual = ranges.length === 0 || (covers(ranges, 200, 399) && ranges.every(([, to]) => to < 400))
  if (isUsual) {
    fields.exact(field)
    return usualCodes
  }
  const accepted = acceptedCodes(ranges)
  if (accepted !== null) {
    fields.exact(field)
    return accepted
  }
  const all = ranges.flat()
  fields.approximated(field, 'The codes lie too far apart: every code from the first to the last is accepted.')
  return acceptedCodes([[Math.min(...all), Math.max(...all)]]) ?? usualCodes
}

function covers(ranges: readonly StatusRange[], from: number, to: number): boolean {
  let next = from
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) if (first <= next) next = Math.max(next, last + 1)
  return next > to
}

/** A text that the body has, or has not. */
export function keywordAssertion(
  draft: Draft,
  keyword: string,
  { isWanted, ignoresCase = false }: { readonly isWanted: boolean; readonly ignoresCase?: boolean },
): HttpAssertion {
  if (!ignoresCase)
    return {
      source: 'TEXT_BODY',
      comparison: isWanted ? 'CONTAINS' : 'NOT_CONTAINS',
      target: plainText(draft, keyword.slice(0, 10_000)),
    }
  const expression = keyword.slice(0, 1000).replaceAll(/[\\^$.|?*+()[\]{}/-]/g, '\\$&')
  return { source: 'TEXT_BODY', property: `((?i:${expression}))`, comparison: isWanted ? 'NOT_EMPTY' : 'IS_EMPTY' }
}

export const isHost = (text: string | null): text is string => text !== null && /^[^\s/{}\p{Cc}]{1,253}$/u.test(text)
export const isPort = (port: number | null): port is number =>
  port !== null && Number.isInteger(port) && port >= 1 && port <= 65_535

/** Where a connection is made, if the host and the port are ones. */
export const endpointOf = (
  hostname: string | null | undefined,
  port: number | null | undefined,
): { readonly hostname: string; readonly port: number } | null =>
  isHost(hostname ?? null) && isPort(port ?? null) ? { hostname: hostname ?? '', port: port ?? 0 } : null

/** An assertion that a text is there; none without one. */
export const containing = (source: string, text: string | null): readonly HttpAssertion[] =>
  text === null ? [] : [{ source, comparison: 'CONTAINS', target: text }]

export const tcpLimit = 5000

/** The milliseconds of a field as limit of a connection. */
export const tcpCheck = (hostname: string, port: number, more: Value = {}): Value => ({
  checkType: 'TCP',
  request: { hostname, port, ...more },
})

/** Up with at least one reply. */
export const pingCheck = (hostname: string, more: Value = {}): Value => ({
  checkType: 'ICMP',
  degradedPacketLossThreshold: null,
  maxPacketLossThreshold: null,
  request: { hostname, ...more },
})

const longestPeriod = 365 * 86_400

/** A heartbeat in seconds, within its limits. */
export const heartbeatCheck = (period: number, grace: number): Value => ({
  checkType: 'HEARTBEAT',
  heartbeat: {
    period: Math.min(longestPeriod, Math.max(30, Math.round(period))),
    periodUnit: 'seconds',
    grace: Math.min(longestPeriod, Math.max(0, Math.round(grace))),
    graceUnit: 'seconds',
  },
})

/** Reports that something becomes no check. */
export function leftOut(draft: Draft, item: string, note: string): null {
  draft.report({ item, field: '', fate: 'impossible', note })
  return null
}
