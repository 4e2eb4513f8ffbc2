import { API } from './api.ts'
import type { HttpRequest } from './api.ts'
import { DNS } from './dns.ts'
import type { DnsRequest } from './dns.ts'
import { GRPC } from './grpc.ts'
import type { GrpcRequest } from './grpc.ts'
import { HEARTBEAT } from './heartbeat.ts'
import { ICMP } from './icmp.ts'
import type { IcmpRequest } from './icmp.ts'
import { NoRequest } from './request-fields.ts'
import type { CheckTypeRow } from './row.ts'
import { AGENTIC, BROWSER, MULTI_STEP, PLAYWRIGHT } from './script-types.ts'
import { SSL } from './ssl.ts'
import type { SslRequest } from './ssl.ts'
import { TCP } from './tcp.ts'
import type { TcpRequest } from './tcp.ts'
import { TRACEROUTE } from './traceroute.ts'
import type { TracerouteRequest } from './traceroute.ts'
import { URL } from './url.ts'

/** Every check type, read in one place. A missing probe, form or request type does not compile. */
export const checkTypes = {
  TCP,
  DNS,
  URL,
  API,
  ICMP,
  HEARTBEAT,
  BROWSER,
  MULTI_STEP,
  PLAYWRIGHT,
  AGENTIC,
  SSL,
  GRPC,
  TRACEROUTE,
} as const satisfies Record<string, CheckTypeRow>

export type CheckType = keyof typeof checkTypes
export type WireCheckType = {
  [T in CheckType]: (typeof checkTypes)[T]['execution'] extends 'wire' ? T : never
}[CheckType]
/** The assertion sources of what runners can run. */
export type WireSourceName = (typeof checkTypes)[WireCheckType]['sources'][number]
/** The types with create and update routes of their own; `/v1/checks` takes every type. */
export type RoutedCheckType = {
  [T in CheckType]: (typeof checkTypes)[T]['slug'] extends string ? T : never
}[CheckType]
/** The part of a route's name that says its type, for example `Tcp`. */
export type RouteName<T extends RoutedCheckType> = Capitalize<(typeof checkTypes)[T]['slug']>

/** What each check type asks its target, with every default filled in. Types without a row ask nothing. */
export interface CheckRequests {
  TCP: TcpRequest
  DNS: DnsRequest
  URL: HttpRequest
  API: HttpRequest
  ICMP: IcmpRequest
  SSL: SslRequest
  GRPC: GrpcRequest
  TRACEROUTE: TracerouteRequest
}
export type AskingCheckType = keyof CheckRequests

/** Whether a check of this type asks its target something, so that its settings hold a request. */
export const isAsking = (type: CheckType): type is AskingCheckType => checkTypes[type].request !== NoRequest

/** Whether runners can run checks of this type. */
export const isWireType = (type: CheckType): type is WireCheckType => checkTypes[type].execution === 'wire'

/** Sound because the table is a constant without further keys. */
export function checkTypeNames(): CheckType[] {
  return Object.keys(checkTypes) as CheckType[]
}

const isRouted = (type: CheckType): type is RoutedCheckType => checkTypes[type].slug !== null

/** The types with routes of their own, and how the names of those spell them. */
export const routedCheckTypes = checkTypeNames()
  .filter(isRouted)
  .map((type) => ({ type, routeName: checkTypes[type].slug.replace(/^./, (letter) => letter.toUpperCase()) }))

/** The types that runners can run. */
export const wireCheckTypes: readonly WireCheckType[] = checkTypeNames().filter(isWireType)

/** Why a check of this type never runs, for whoever looks at it; null when its type can be run. */
export const whyNeverRun = (type: CheckType): string | null =>
  checkTypes[type].execution === 'none'
    ? `No runner can run checks of type ${type} yet. The check is kept as it is; it does not run and says nothing about its target.`
    : null

/** Every type name the public API knows, in its order (specification 2.10). */
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
export * from './grpc.ts'
export * from './row.ts'
export * from './ssl.ts'
export * from './tcp.ts'
export * from './traceroute.ts'
export { URL as URL_TYPE } from './url.ts'
