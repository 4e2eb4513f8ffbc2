import type { Assertion } from '../resources/assertion.ts'
import { AGENTIC } from './agentic/index.ts'
import { API } from './api/index.ts'
import { BROWSER } from './browser/index.ts'
import type { CheckTypeDescriptor, Shaped } from './descriptor.ts'
import { DNS } from './dns/index.ts'
import { GRPC } from './grpc/index.ts'
import { HEARTBEAT } from './heartbeat/index.ts'
import { ICMP } from './icmp/index.ts'
import { inOrder } from './in-order.ts'
import { MULTI_STEP } from './multi-step/index.ts'
import { PLAYWRIGHT } from './playwright/index.ts'
import { NoRequest } from './request-fields.ts'
import type { ScriptAnswer } from './script-answer.ts'
import { SSL } from './ssl/index.ts'
import { TCP } from './tcp/index.ts'
import { TRACEROUTE } from './traceroute/index.ts'
import { URL } from './url/index.ts'

/**
 * Every check type, read in one place. One without its evaluation, its probe or its request does not compile. Whatever
 * lists something of each type lists it in this order.
 */
export const checkTypes = {
  API,
  URL,
  TCP,
  DNS,
  ICMP,
  HEARTBEAT,
  BROWSER,
  MULTI_STEP,
  AGENTIC,
  PLAYWRIGHT,
  TRACEROUTE,
  GRPC,
  SSL,
} as const satisfies Record<string, CheckTypeDescriptor>

export type CheckType = keyof typeof checkTypes
export type WireCheckType = {
  [T in CheckType]: (typeof checkTypes)[T]['execution'] extends 'wire' ? T : never
}[CheckType]
/** The assertion sources of what runners can run. */
export type WireSourceName = (typeof checkTypes)[WireCheckType]['sources'][number]
/** The types with separate create and update routes; `/v1/checks` takes every type. */
export type RoutedCheckType = {
  [T in CheckType]: (typeof checkTypes)[T]['slug'] extends string ? T : never
}[CheckType]
/** The part of a route's name that says its type, for example `Tcp`. */
export type RouteName<T extends RoutedCheckType> = Capitalize<(typeof checkTypes)[T]['slug']>

type ShapesOf<T extends CheckType> = (typeof checkTypes)[T]['shapes'] extends Shaped<infer S> ? S : never

/** The types that ask their target something, so that the settings of their checks hold a request. */
export type RequestCheckType = {
  [T in CheckType]: ShapesOf<T> extends { readonly request: object } ? T : never
}[CheckType]
/** The types that are one test file. */
export type TestFileType = {
  [T in WireCheckType]: Answers[T] extends ScriptAnswer ? (ScriptAnswer extends Answers[T] ? T : never) : never
}[WireCheckType]

/** The request of runs whose code alone decides what is asked. */
export interface CodeRequest {
  readonly assertions: readonly Assertion[]
}
export const codeRequest: CodeRequest = { assertions: [] }

type RequestsOfTypes = {
  [T in RequestCheckType | WireCheckType]: ShapesOf<T> extends { readonly request: infer R } ? R : CodeRequest
}
type AnswersOfTypes = { [T in WireCheckType]: ShapesOf<T> extends { readonly answer: infer A } ? A : never }

/** The request of each check type, with every default filled in. */
export interface CheckRequests extends RequestsOfTypes {}
/** The response of the target of each check type. */
export interface Answers extends AnswersOfTypes {}

/** Whether a check of this type asks its target something, so that its settings hold a request. */
export const hasRequest = (type: CheckType): type is RequestCheckType => checkTypes[type].request !== NoRequest

/** Whether runners can run checks of this type. */
export const isWireType = (type: CheckType): type is WireCheckType => checkTypes[type].execution === 'wire'

/** Sound because the table is a constant without further keys. */
export function checkTypeNames(): CheckType[] {
  return Object.keys(checkTypes) as CheckType[]
}

const isRouted = (type: CheckType): type is RoutedCheckType => checkTypes[type].slug !== null

/** The types with separate routes, and how the names of those spell them. */
export const routedCheckTypes = checkTypeNames()
  .filter(isRouted)
  .map((type) => ({ type, routeName: checkTypes[type].slug.replace(/^./, (letter) => letter.toUpperCase()) }))

/** Whether checks of this type wait for pings instead of being run. */
export const isInboundType = (type: CheckType): boolean => checkTypes[type].execution === 'inbound'

/** The types that wait for pings. */
export const inboundCheckTypes: readonly CheckType[] = checkTypeNames().filter(isInboundType)

/** The descriptor of a type, including the parts that not every type has. */
export const descriptorOf = (type: CheckType): CheckTypeDescriptor => checkTypes[type]

/** The types that runners can run. */
export const wireCheckTypes: readonly WireCheckType[] = checkTypeNames().filter(isWireType)

type HttpCallRequest = Extract<CheckRequests[RequestCheckType], { readonly url: string; readonly method: string }>

/** Whether a request of this type is an HTTP call; then it has a URL. Sound because the descriptors say so. */
export const isHttpCall = (
  type: CheckType,
  _request: CheckRequests[keyof CheckRequests],
): _request is HttpCallRequest => descriptorOf(type).isHttpCall === true

/** The sources of group assertions, for the types that take the defaults of their group. */
export const sourcesOfGroupDefaults: CheckTypeDescriptor['sources'] = checkTypeNames()
  .filter((type) => descriptorOf(type).takesGroupDefaults)
  .flatMap((type) => checkTypes[type].sources)

/** No run of any type takes longer, in milliseconds. */
export const longestRunTimeMs = Math.max(...wireCheckTypes.map((type) => checkTypes[type].runTimeLimitMs))

/** Every type name the public API knows, in its order; types of ours follow. */
export const publicCheckTypes = inOrder(checkTypeNames(), [
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
])

export * from './agentic/index.ts'
export * from './api/index.ts'
export * from './descriptor.ts'
export * from './dns/index.ts'
export * from './heartbeat/index.ts'
export * from './icmp/index.ts'
export * from './in-order.ts'
export * from './grpc/index.ts'
export * from './metrics.ts'
export type { RunCondition, RunRequirement, RunnerProblems } from './run-requirements.ts'
export * from './playwright/index.ts'
export * from './script-answer.ts'
export * from './ssl/index.ts'
export * from './tcp/index.ts'
export * from './traceroute/index.ts'
export { URL as URL_TYPE } from './url/index.ts'
