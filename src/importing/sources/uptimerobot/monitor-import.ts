import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

/** A monitor on its way to a check, in the words of version 3 of the API. */
export interface MonitorImport {
  readonly draft: Draft
  readonly fields: SourceFields
  /** Those of `config`. */
  readonly config: SourceFields
  readonly name: string
  /** Between two runs. */
  readonly seconds: number
}

/** The part of a check that its type has; null: there is no counterpart. */
export type ReadMonitor = (monitor: MonitorImport) => Value | null

/** The addresses that a monitor is limited to. */
export function familyFrom({ config }: MonitorImport): { readonly ipFamily?: 'IPv4' | 'IPv6' } {
  const version = (config.text('ipVersion') ?? '').toLowerCase()
  config.exact('ipVersion')
  return version === 'ipv6only' ? { ipFamily: 'IPv6' } : version === 'ipv4only' ? { ipFamily: 'IPv4' } : {}
}
