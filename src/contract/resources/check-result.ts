import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, DateTime, Nullable, OneOf } from '../schema.ts'

export const resultTypes = ['FINAL', 'ATTEMPT', 'ALL'] as const

const Detail = (description: string) => Type.Optional(Nullable(AnyObject(), { description }))

/** What a run came to (semantics 2.1). Only the detail of the check's own type is filled. */
const resultFields = {
  id: Type.String(),
  name: Type.String({ description: 'Name of the check at the time.' }),
  checkId: Type.String(),
  hasFailures: Type.Boolean(),
  hasErrors: Type.Boolean({ description: 'The service itself failed, which says nothing about the target.' }),
  isDegraded: Nullable(Type.Boolean()),
  isCancelled: Type.Boolean(),
  overMaxResponseTime: Nullable(Type.Boolean()),
  runLocation: Type.String(),
  startedAt: Nullable(DateTime()),
  stoppedAt: Nullable(DateTime()),
  created_at: DateTime(),
  createdAt: Type.Optional(DateTime({ description: 'The same as created_at.' })),
  responseTime: Type.Number({ description: 'Milliseconds.' }),
  checkRunId: Type.Number(),
  attempts: Type.Number({ description: '1 for the first attempt.' }),
  resultType: OneOf(['FINAL', 'ATTEMPT']),
  sequenceId: Nullable(Type.String(), { description: 'Shared by all attempts of one run in one location.' }),
  traceId: Nullable(Type.String()),
  errorGroupIds: Nullable(Type.Array(Type.String())),
}

export const resultDetailFields = {
  apiCheckResult: Detail('API and URL: request, response with timings, assertions, requestError.'),
  tcpCheckResult: Detail('TCP: response with timings, assertions, requestError.'),
  dnsCheckResult: Detail('DNS: answer as text and JSON, assertions, requestError.'),
  icmpCheckResult: Detail('ICMP: round trips and packet loss, assertions, requestError.'),
  browserCheckResult: Detail('BROWSER.'),
  multiStepCheckResult: Detail('MULTI_STEP.'),
  agenticCheckResult: Detail('AGENTIC.'),
  playwrightCheckResult: Detail('PLAYWRIGHT.'),
  tracerouteCheckResult: Detail('TRACEROUTE.'),
  grpcCheckResult: Detail('GRPC.'),
  sslCheckResult: Detail('SSL.'),
}

export const CheckResultSchema = Type.Object({ ...resultFields, ...resultDetailFields })
export type CheckResultResource = Static<typeof CheckResultSchema>

/** The names `fields` of the result list takes. */
export type CheckResultField = keyof CheckResultResource
export const checkResultFields: readonly string[] = Object.keys({ ...resultFields, ...resultDetailFields })
export const isCheckResultField = (name: string): name is CheckResultField => checkResultFields.includes(name)

/** A result cut down to the asked fields. */
export const ProjectedCheckResultSchema = Type.Partial(CheckResultSchema)
export type ProjectedCheckResult = Static<typeof ProjectedCheckResultSchema>

export const CheckResultListSchema = Type.Object({
  length: Type.Integer({ description: 'Entries of this page.' }),
  entries: Type.Array(ProjectedCheckResultSchema),
  nextId: Nullable(Type.String(), { description: 'Cursor of the next page; null on the last.' }),
})
export type CheckResultList = Static<typeof CheckResultListSchema>
