import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { checkTypeNames, checkTypes, descriptorOf, wireCheckTypes } from '../check-types/index.ts'
import type { CheckType, WireCheckType } from '../check-types/index.ts'
import { AnyObject, DateTime, Nullable, OneOf } from '../schema.ts'

export const resultTypes = ['FINAL', 'ATTEMPT', 'ALL'] as const

const Detail = (description: string, schema: TSchema = AnyObject()) => Type.Optional(Nullable(schema, { description }))

/** The result of a run. Only the detail of the check's own type is set. */
const resultFields = {
  id: Type.String(),
  name: Type.String({ description: 'Name of the check at the time.' }),
  checkId: Type.String(),
  hasFailures: Type.Boolean(),
  hasErrors: Type.Boolean({ description: 'The service failed, so the result says nothing about the target.' }),
  isDegraded: Nullable(Type.Boolean()),
  isCancelled: Type.Boolean(),
  overMaxResponseTime: Nullable(Type.Boolean()),
  runLocation: Type.String(),
  startedAt: Nullable(DateTime()),
  stoppedAt: Nullable(DateTime()),
  created_at: DateTime(),
  createdAt: Type.Optional(DateTime({ description: 'The same as created_at.' })),
  responseTime: Type.Number({ description: 'Milliseconds.' }),
  statusCode: Nullable(Type.Integer(), { description: 'Of the HTTP response; null for none.' }),
  error: Nullable(Type.String(), { description: 'Why the run failed, in a sentence; null when it did not.' }),
  checkRunId: Type.Number(),
  attempts: Type.Number({ description: '1 for the first attempt.' }),
  resultType: OneOf(['FINAL', 'ATTEMPT']),
  sequenceId: Nullable(Type.String(), { description: 'Shared by all attempts of one run in one location.' }),
  checkSessionId: Type.String({ description: 'Shared by the results of one run in all its locations.' }),
  traceId: Nullable(Type.String(), { description: 'Of the trace that the request was sent with; null for none.' }),
  traceUrl: Type.Optional(Type.String({ description: 'Where the trace is shown; absent without one.' })),
  errorGroupIds: Nullable(Type.Array(Type.String())),
}

/** A result as screens list it. */
export const CheckResultSummarySchema = Type.Object({
  id: resultFields.id,
  hasFailures: resultFields.hasFailures,
  hasErrors: resultFields.hasErrors,
  isDegraded: resultFields.isDegraded,
  isCancelled: resultFields.isCancelled,
  runLocation: resultFields.runLocation,
  startedAt: resultFields.startedAt,
  created_at: resultFields.created_at,
  responseTime: resultFields.responseTime,
  attempts: resultFields.attempts,
  resultType: resultFields.resultType,
})
export type CheckResultSummaryResource = Static<typeof CheckResultSummarySchema>

const Neighbour = (description: string) => Nullable(CheckResultSummarySchema, { description })

export const ResultNeighboursSchema = Type.Object({
  previous: Neighbour('The one before, of those that the parameters choose.'),
  next: Neighbour('The one after, of those that the parameters choose.'),
  around: Type.Array(CheckResultSummarySchema, {
    description: 'The result among as many before and after it as `around` says, of those that the parameters choose.',
  }),
  lastPassing: Neighbour('The last one before that passed: in the same location, or where it never did in any.'),
  firstFailing: Neighbour('The first one after lastPassing, or of all, that failed, up to this one: when it broke.'),
})
export type ResultNeighbours = Static<typeof ResultNeighboursSchema>

/** The parts of a run that can differ from those of another one. */
export const differenceSubjects = [
  'certificate',
  'dns',
  'address',
  'redirect',
  'status',
  'header',
  'body',
  'tls',
  'route',
  'packetLoss',
  'timing',
] as const
export type DifferenceSubject = (typeof differenceSubjects)[number]

export const ResultDifferencesSchema = Type.Object({
  comparedWith: Neighbour('The last one before that passed: in the same location, or where it never did in any.'),
  differences: Type.Array(
    Type.Object({
      subject: OneOf(differenceSubjects),
      text: Type.String({ description: 'A sentence without secrets and without values of bodies.' }),
    }),
    { description: 'What explains most comes first. Empty when the runs do not differ, or with nothing to compare.' },
  ),
})
export type ResultDifferences = Static<typeof ResultDifferencesSchema>

export const CheckCertificatesSchema = Type.Object({
  checkId: Type.String(),
  certificates: Type.Array(
    Type.Object({
      host: Type.String(),
      issuer: Type.String({ description: 'A distinguished name; of browser checks its common name.' }),
      validTo: Type.String({ description: 'ISO 8601.' }),
      daysRemaining: Type.Integer({ description: 'Negative when it has expired.' }),
      seenAt: Type.String({ description: 'ISO 8601: when the run that saw it began.' }),
      runLocation: Type.String(),
      checkResultId: Type.String(),
    }),
    { description: 'One of each host that the last ten results saw, the first to expire first.' },
  ),
})
export type CheckCertificates = Static<typeof CheckCertificatesSchema>

type ResultOf<T extends CheckType> = (typeof checkTypes)[T]['result']
/** The field of a result that holds the detail of a check type. */
export type ResultDetailName = {
  [T in CheckType]: ResultOf<T> extends { readonly name: infer N } ? N : never
}[CheckType]
/** The fields under which results store their detail. */
export type StoredResultName = ResultOf<WireCheckType>['name']
export const storedResultNames: readonly StoredResultName[] = [
  ...new Set(wireCheckTypes.map((type) => checkTypes[type].result.name)),
]

type DetailFields = { readonly [N in ResultDetailName]: ReturnType<typeof Detail> }

/** Sound because it has a field for the result of every check type. */
function detailFields(): DetailFields {
  const results = checkTypeNames().flatMap((type) => descriptorOf(type).result ?? [])
  const fields = results.map(({ name, description, schema }) => [name, Detail(description, schema)])
  return Object.fromEntries(fields) as DetailFields
}

export const resultDetailFields = detailFields()

export const CheckResultSchema = Type.Object({ ...resultFields, ...resultDetailFields })
export type CheckResultResource = Static<typeof CheckResultSchema>

/** The names that `fields` of the result list accepts. */
export type CheckResultField = keyof CheckResultResource
export const checkResultFields: readonly string[] = Object.keys({ ...resultFields, ...resultDetailFields })
export const isCheckResultField = (name: string): name is CheckResultField => checkResultFields.includes(name)

/** A result reduced to the requested fields. */
export const ProjectedCheckResultSchema = Type.Partial(CheckResultSchema)
export type ProjectedCheckResult = Static<typeof ProjectedCheckResultSchema>

export const CheckResultListSchema = Type.Object({
  length: Type.Integer({ description: 'Entries of this page.' }),
  entries: Type.Array(ProjectedCheckResultSchema),
  nextId: Nullable(Type.String(), { description: 'Cursor of the next page; null on the last.' }),
})
export type CheckResultList = Static<typeof CheckResultListSchema>
