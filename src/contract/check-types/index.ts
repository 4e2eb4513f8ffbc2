import { API } from './api.ts'
import type { HttpRequest } from './api.ts'
import { DNS } from './dns.ts'
import type { DnsRequest } from './dns.ts'
import { HEARTBEAT } from './heartbeat.ts'
import { ICMP } from './icmp.ts'
import type { IcmpRequest } from './icmp.ts'
import type { CheckTypeRow } from './row.ts'
import { TCP } from './tcp.ts'
import type { TcpRequest } from './tcp.ts'
import { URL } from './url.ts'

/** Every check type, read in one place. A missing probe, form or request type does not compile. */
export const checkTypes = { TCP, DNS, URL, API, ICMP, HEARTBEAT } as const satisfies Record<string, CheckTypeRow>

export type CheckType = keyof typeof checkTypes
export type WireCheckType = {
  [T in CheckType]: (typeof checkTypes)[T]['execution'] extends 'wire' ? T : never
}[CheckType]

/** What each wire check type asks its probe, with every default filled in. */
export interface CheckRequests {
  TCP: TcpRequest
  DNS: DnsRequest
  URL: HttpRequest
  API: HttpRequest
  ICMP: IcmpRequest
}

/** Every type name the public API knows, also those whose checks nothing can run yet (specification 2.10). */
export const publicCheckTypes = [
  'AGENTIC',
  'API',
  'BROWSER',
  'HEARTBEAT',
  'ICMP',
  'MULTI_STEP',
  'TCP',
  'PLAYWRIGHT',
  'URL',
  'DNS',
  'SSL',
  'GRPC',
  'TRACEROUTE',
] as const

export * from './api.ts'
export * from './dns.ts'
export * from './heartbeat.ts'
export * from './icmp.ts'
export * from './row.ts'
export * from './tcp.ts'
export { URL as URL_TYPE } from './url.ts'
