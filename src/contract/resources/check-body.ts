import Type from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'
import { checkTypes, HeartbeatSchema, publicCheckTypes } from '../check-types/index.ts'
import type { CheckType } from '../check-types/index.ts'
import { AnyObject, Discriminated, Nullable, OneOf, Strict } from '../schema.ts'
import { AnswerOnly, answerOnly, withoutDefaults } from './answer-only.ts'
import { NameInput, ScriptInput, sharedCheckFields, UnusedHeartbeat } from './check-fields.ts'

const PacketLoss = (percent: number) =>
  Type.Optional(
    Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 100 }), {
      default: percent,
      description: 'Percent of lost packets.',
    }),
  )
const HeartbeatInput = Strict({ ...HeartbeatSchema.properties, pingUrl: AnswerOnly() })

/** What single types take or need beyond the fields of all. */
const ownFields = {
  ICMP: { degradedPacketLossThreshold: PacketLoss(10), maxPacketLossThreshold: PacketLoss(20) },
  HEARTBEAT: { heartbeat: HeartbeatInput },
  DNS: { heartbeat: UnusedHeartbeat(), script: ScriptInput() },
} as const satisfies Partial<Record<CheckType, Record<string, TSchema>>>

/** Properties of answers that bodies accept and ignore; `sslCheck` is an old setting some clients still send. */
export const answerOnlyCheckFields = [
  'id',
  'created_at',
  'updated_at',
  'alertChannels',
  'project',
  'logicalId',
  'member',
  'pending',
  'projectBindings',
  'sslCheck',
] as const

const SharedCheckSettings = Type.Object(sharedCheckFields)
type SharedCheckSettings = Static<typeof SharedCheckSettings>
type OwnFields<T extends CheckType> = T extends keyof typeof ownFields
  ? Static<TObject<(typeof ownFields)[T]>>
  : { heartbeat?: Record<string, unknown> | null }
type RequestInput<T extends CheckType> = Static<(typeof checkTypes)[T]['request']>

interface ResponseTimeLimits {
  degradedResponseTime?: number | null
  maxResponseTime?: number | null
}

/** The body that creates a check of one type, or of any type when told apart by `checkType`. */
export type CheckCreateBody<T extends CheckType = CheckType> = T extends CheckType
  ? Omit<SharedCheckSettings, keyof OwnFields<T>> &
      OwnFields<T> &
      ResponseTimeLimits & { name: string; checkType?: T } & (T extends 'HEARTBEAT'
        ? { request?: RequestInput<T> }
        : { request: RequestInput<T> })
  : never

/** The body that updates a check: an absent field keeps its value, null clears it. */
export type CheckUpdateBody<T extends CheckType = CheckType> = T extends CheckType ? Partial<CheckCreateBody<T>> : never

type FieldMap = Record<string, TSchema>

/** Sound because the table is a constant without further keys. */
export function checkTypeNames(): CheckType[] {
  return Object.keys(checkTypes) as CheckType[]
}

/** Milliseconds, from 0 to the ceiling of the check type. */
function responseTimeLimit(type: CheckType, limit: 'degraded' | 'max'): TSchema {
  const { limits } = checkTypes[type]
  const options = { default: limits[limit], description: 'Milliseconds. Null: no limit.' }
  return Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: limits.ceiling }), options))
}

/** The fields of a body of one check type; which of them must be there is for the caller to say. */
function fieldsOf(type: CheckType): FieldMap {
  const own: Partial<Record<CheckType, FieldMap>> = ownFields
  return {
    ...answerOnly(answerOnlyCheckFields),
    ...sharedCheckFields,
    name: NameInput(),
    checkType: Type.Optional(Type.Literal(type, { type: 'string' })),
    request: checkTypes[type].request,
    degradedResponseTime: responseTimeLimit(type, 'degraded'),
    maxResponseTime: responseTimeLimit(type, 'max'),
    heartbeat: Type.Optional(UnusedHeartbeat()),
    ...own[type],
  }
}

const optional = (fields: FieldMap): FieldMap =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]))

/** What a new DNS monitor has to carry, not even null (specification 2.3). */
const demandedOfDns: FieldMap = { heartbeat: AnyObject(), script: Type.String({ maxLength: 1_000_000 }) }

/** The fields of a create body, with what the type may leave out made optional. */
function createFields(type: CheckType, relaxed: boolean): FieldMap {
  const fields = fieldsOf(type)
  const loose = type === 'HEARTBEAT' ? ['request'] : type === 'DNS' && relaxed ? ['heartbeat', 'script'] : []
  const loosened = Object.entries(fields).filter(([name]) => loose.includes(name))
  return { ...fields, ...(type === 'DNS' && !relaxed && demandedOfDns), ...optional(Object.fromEntries(loosened)) }
}

/**
 * The body of `POST /v1/checks/{type}` with the required fields of specification 2.2 and 2.3. `relaxed` lets a DNS
 * monitor come without `heartbeat` and `script`, as the clients of the hosted product send it.
 */
export const checkCreateBody = <T extends CheckType>(type: T, { relaxed }: { readonly relaxed: boolean }) =>
  Type.Unsafe<CheckCreateBody<T>>(Strict(createFields(type, relaxed)))

/** The body of `PUT /v1/checks/{type}/{id}`: nothing is required and nothing has a default. */
export const checkUpdateBody = <T extends CheckType>(type: T) =>
  Type.Unsafe<CheckUpdateBody<T>>(withoutDefaults(Strict(optional(fieldsOf(type)))))

const Dependencies = () =>
  Type.Optional(
    Nullable(
      Type.Array(
        Strict({ path: Type.String({ minLength: 1, maxLength: 1000 }), content: Type.String({ minLength: 1 }) }),
        { maxItems: 1000 },
      ),
    ),
  )
const genericFields = {
  dependencies: Dependencies(),
  setupScriptDependencies: Dependencies(),
  tearDownScriptDependencies: Dependencies(),
}

const creatable: readonly string[] = checkTypeNames()
const uncreatable = publicCheckTypes.filter((type) => !creatable.includes(type))

/** A body of a type that cannot be created yet. It is let through so that the answer can name the type. */
const UncreatableBody = Type.Object({ checkType: Type.Unsafe<UncreatableType>({ type: 'string', enum: uncreatable }) })
type UncreatableType = Exclude<(typeof publicCheckTypes)[number], CheckType>

type GenericCheckCreateBody = {
  [T in CheckType]: CheckCreateBody<T> & { checkType: T } & Static<TObject<typeof genericFields>>
}[CheckType]

const genericVariant = (type: CheckType): TSchema =>
  Strict({ ...createFields(type, true), ...genericFields, checkType: Type.Literal(type, { type: 'string' }) })

/** The deprecated `POST /v1/checks`, told apart by `checkType`. */
export const CheckGenericCreateBodySchema = Type.Unsafe<
  GenericCheckCreateBody | (Static<typeof UncreatableBody> & Record<string, unknown>)
>(Discriminated('checkType', [...checkTypeNames().map(genericVariant), UncreatableBody]))
export type CheckGenericCreateBody = Static<typeof CheckGenericCreateBodySchema>

/**
 * The deprecated `PUT /v1/checks/{id}`. Which request fits is known only once the check is read; the body of its type
 * (`checkUpdateBodies`) then judges the rest.
 */
export const CheckGenericUpdateBodySchema = Type.Unsafe<CheckGenericUpdateBody>(
  withoutDefaults(
    Strict({
      ...answerOnly(answerOnlyCheckFields),
      ...sharedCheckFields,
      ...genericFields,
      ...ownFields.ICMP,
      name: Type.Optional(NameInput()),
      checkType: Type.Optional(OneOf(publicCheckTypes)),
      request: Type.Optional(Nullable(AnyObject())),
      heartbeat: Type.Optional(UnusedHeartbeat()),
      degradedResponseTime: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 300_000 }))),
      maxResponseTime: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 300_000 }))),
    }),
  ),
)
export type CheckGenericUpdateBody = SharedCheckSettings &
  Static<TObject<typeof genericFields>> &
  Static<TObject<(typeof ownFields)['ICMP']>> &
  ResponseTimeLimits & {
    name?: string
    checkType?: (typeof publicCheckTypes)[number]
    request?: Record<string, unknown> | null
    heartbeat?: Record<string, unknown> | null
  }

type BodyTable<B extends 'create' | 'update'> = {
  readonly [T in CheckType]: ReturnType<B extends 'create' ? typeof checkCreateBody<T> : typeof checkUpdateBody<T>>
}

/** Sound because `make` is called once for every key of the check-type table. */
function bodyTable<B extends 'create' | 'update'>(make: (type: CheckType) => TSchema): BodyTable<B> {
  return Object.fromEntries(checkTypeNames().map((type) => [type, make(type)])) as BodyTable<B>
}

export const checkCreateBodies = bodyTable<'create'>((type) => checkCreateBody(type, { relaxed: false }))
export const checkUpdateBodies = bodyTable<'update'>((type) => checkUpdateBody(type))
