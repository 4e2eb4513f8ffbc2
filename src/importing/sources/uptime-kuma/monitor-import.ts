import type { Draft } from '../../draft.ts'
import type { ImportChoices } from '../../imported.ts'
import type { SourceFields } from '../../source-fields.ts'

export type Value = Readonly<Record<string, unknown>>

/** A monitor on its way to a check. */
export interface MonitorImport {
  readonly draft: Draft
  readonly choices: ImportChoices
  /** Those that somebody entered: one with its default is not there. */
  readonly fields: SourceFields
  readonly id: string
  /** As Uptime Kuma calls it. */
  readonly type: string
  readonly intervalSeconds: number
  /** Days before the end of a certificate at which Uptime Kuma warns first. */
  readonly expiryDays: number
  /** The columns of the type alone in which somebody entered something. */
  readonly columns: readonly string[]
  /** The token, or null where another heartbeat of the import has it. */
  readonly takeToken: (token: string) => string | null
}

/** The special part of the check of a type; null: the monitor has no counterpart. */
export type ReadMonitor = (monitor: MonitorImport) => Value | null

/** A reference to a secret of the monitor, for use in texts that are not encoded. */
export const secretOf = ({ draft, id }: MonitorImport, what: string, value: string): string =>
  `{${draft.secret(`KUMA_MONITOR_${id}_${what}`, value)}}`

/** The text as it is: one with the beginning of a template becomes a variable. */
export const literal = (monitor: MonitorImport, what: string, text: string): string =>
  text.includes('{{') ? secretOf(monitor, what, text) : text

/** A run of a check whose type takes a limit ends at the latest then, in seconds. */
const longestRun = 30

/** The limits of response times; `ceiling` in milliseconds. Uptime Kuma knows no degraded checks. */
export function limitsOf({ fields, intervalSeconds }: MonitorImport, ceiling: number): Value {
  const given = fields.number('timeout') ?? 0
  const seconds = given > 0 ? given : intervalSeconds * 0.8
  const milliseconds = Math.round(seconds * 1000)
  if (seconds <= longestRun && milliseconds <= ceiling) {
    fields.exact('timeout')
    return { degradedResponseTime: null, maxResponseTime: milliseconds }
  }
  if (seconds === longestRun) fields.exact('timeout')
  else fields.approximated('timeout', `A run ends after ${longestRun} seconds instead of ${seconds}.`)
  return { degradedResponseTime: null, maxResponseTime: null }
}

export function ipFamilyOf({ fields }: MonitorImport): Value {
  const family = fields.text('ip_family')?.toLowerCase()
  fields.exact('ip_family')
  return family === 'ipv6' ? { ipFamily: 'IPv6' } : family === 'ipv4' ? { ipFamily: 'IPv4' } : {}
}

const hostPattern = /^[^\s/\p{Cc}]{1,2048}$/u

/** Host and port; null, with the problem reported, where they are none. */
export function hostOf(monitor: MonitorImport, usualPort: number | null): { hostname: string; port: number } | null {
  const { fields } = monitor
  const hostname = fields.text('hostname')
  const port = fields.number('port') ?? usualPort
  if (hostname === null || !hostPattern.test(hostname) || hostname.includes('{{')) {
    fields.impossible('hostname', 'This is no host name.')
    return without(monitor, 'It has no host name that can be used.')
  }
  if (port === null || !Number.isInteger(port) || port < 1 || port > 65_535)
    return without(monitor, 'It has no port from 1 to 65535.')
  fields.exact('hostname', 'port')
  return { hostname, port }
}

/** The columns of the type say what is not checked, but for those that were read. */
export function leaveOut({ fields, columns }: MonitorImport, read: readonly string[]): void {
  for (const name of columns) if (!read.includes(name)) fields.impossible(name, '')
}

/** Reports that a monitor becomes no check. */
export function without({ draft, fields }: MonitorImport, note: string): null {
  draft.report({ item: fields.item, field: '', fate: 'impossible', note })
  return null
}
