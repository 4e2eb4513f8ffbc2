import Type from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'
import { checkTypeNames, checkTypes, descriptorOf, hasRequest, publicCheckTypes } from '../check-types/index.ts'
import type { RequestCheckType, CheckType } from '../check-types/index.ts'
import { described } from '../forms/field-edit.ts'
import { AnyObject, Discriminated, Nullable, OneOf, Strict } from '../schema.ts'
import { readOnly, withoutDefaults } from './read-only.ts'
import { NameInput, sharedCheckFields, UnusedHeartbeat } from './check-fields.ts'
import { apiScriptFields } from '../check-types/script-fields.ts'
import { fieldsOfSomeTypes } from './fields-of-some-types.ts'
import type { FieldsOfSomeTypes } from './fields-of-some-types.ts'

/** Read-only properties that bodies accept and ignore; `sslCheck` is an old setting some clients still send. */
export const readOnlyCheckFields = [
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
  'whyNeverRun',
] as const

const SharedCheckSettings = Type.Object(sharedCheckFields)
type SharedCheckSettings = Static<typeof SharedCheckSettings>
type OwnFields<T extends CheckType> = (typeof checkTypes)[T] extends { readonly fields: infer F extends FieldMap }
  ? Static<TObject<F>>
  : { heartbeat?: Record<string, unknown> | null }
type RequestInput<T extends CheckType> = Static<(typeof checkTypes)[T]['request']>

interface ResponseTimeLimits {
  degradedResponseTime?: number | null
  maxResponseTime?: number | null
}

/** The body that creates a check of one type, or of any type, with `checkType` as discriminator. */
export type CheckCreateBody<T extends CheckType = CheckType> = T extends CheckType
  ? Omit<SharedCheckSettings, keyof OwnFields<T>> &
      OwnFields<T> &
      ResponseTimeLimits & { name: string; checkType?: T } & (T extends RequestCheckType
        ? { request: RequestInput<T> }
        : { request?: RequestInput<T> })
  : never

/** The body that updates a check: an absent field keeps its value, null clears it. */
export type CheckUpdateBody<T extends CheckType = CheckType> = T extends CheckType ? Partial<CheckCreateBody<T>> : never

type FieldMap = Readonly<Record<string, TSchema>>

/** Milliseconds, from 0 to the ceiling of the check type; nothing for types without limits. */
function responseTimeLimits(type: CheckType): FieldMap {
  const { limits } = checkTypes[type]
  const section = descriptorOf(type).isLimitedByPacketLoss ? {} : ({ section: 'limits' } as const)
  if (limits === null) return {}
  const limit = (value: number, outcome: string) =>
    described(
      Type.Optional(
        Nullable(Type.Number({ minimum: 0, maximum: limits.ceiling }), {
          default: value,
          description: 'Milliseconds. Null: no limit.',
        }),
      ),
      { ...section, text: `milliseconds from which a run is ${outcome}; null: no limit` },
    )
  return { degradedResponseTime: limit(limits.degraded, 'degraded'), maxResponseTime: limit(limits.max, 'failed') }
}

/** The fields of a body of one check type; the caller decides which of them are required. */
function fieldsOf(type: CheckType): FieldMap {
  return {
    ...readOnly(readOnlyCheckFields),
    ...sharedCheckFields,
    name: described(NameInput(), { section: 'general', text: '1 to 512 characters' }),
    checkType: Type.Optional(Type.Literal(type, { type: 'string' })),
    request: checkTypes[type].request,
    ...responseTimeLimits(type),
    heartbeat: Type.Optional(UnusedHeartbeat()),
    ...descriptorOf(type).fields,
  }
}

const optional = (fields: FieldMap): FieldMap =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]))

/** The fields of a create body, with those that the type makes optional. */
function createFields(type: CheckType, relaxed: boolean): FieldMap {
  const fields = fieldsOf(type)
  const { requiredOnCreate, optionalForDropIn = [] } = descriptorOf(type)
  const optionalFields = [...(hasRequest(type) ? [] : ['request']), ...(relaxed ? optionalForDropIn : [])]
  const loosened = Object.entries(fields).filter(([name]) => optionalFields.includes(name))
  return { ...fields, ...(!relaxed && requiredOnCreate), ...optional(Object.fromEntries(loosened)) }
}

/**
 * The body of `POST /v1/checks/{type}` with its required fields. `relaxed` requires fewer, for clients of the hosted
 * product.
 */
export const checkCreateBody = <T extends CheckType>(type: T, { relaxed }: { readonly relaxed: boolean }) =>
  Type.Unsafe<CheckCreateBody<T>>(Strict(createFields(type, relaxed)))

/** The body of `PUT /v1/checks/{type}/{id}`: nothing is required and nothing has a default. */
export const checkUpdateBody = <T extends CheckType>(type: T) =>
  Type.Unsafe<CheckUpdateBody<T>>(withoutDefaults(Strict(optional(fieldsOf(type)))))

type GenericCheckCreateBody = {
  [T in CheckType]: CheckCreateBody<T> & { checkType: T }
}[CheckType]

const genericVariant = (type: CheckType): TSchema =>
  Strict({ ...apiScriptFields, ...createFields(type, true), checkType: Type.Literal(type, { type: 'string' }) })

/** The deprecated `POST /v1/checks`, with `checkType` as discriminator. */
export const CheckGenericCreateBodySchema = Type.Unsafe<GenericCheckCreateBody>(
  Discriminated('checkType', checkTypeNames().map(genericVariant)),
)
export type CheckGenericCreateBody = Static<typeof CheckGenericCreateBodySchema>

/**
 * The deprecated `PUT /v1/checks/{id}`. Which request fits is known only once the check is read; the body of its type
 * (`checkUpdateBodies`) then validates the rest.
 */
export const CheckGenericUpdateBodySchema = Type.Unsafe<CheckGenericUpdateBody>(
  withoutDefaults(
    Strict({
      ...readOnly(readOnlyCheckFields),
      ...sharedCheckFields,
      ...fieldsOfSomeTypes,
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
  FieldsOfSomeTypes &
  ResponseTimeLimits & {
    name?: string
    checkType?: (typeof publicCheckTypes)[number]
    request?: Record<string, unknown> | null
    heartbeat?: Record<string, unknown> | null
  }

type BodyTable<B extends 'create' | 'update'> = {
  readonly [T in CheckType]: ReturnType<B extends 'create' ? typeof checkCreateBody<T> : typeof checkUpdateBody<T>>
}

/** The cast is safe because `make` is called once for every key of the check-type table. */
function bodyTable<B extends 'create' | 'update'>(make: (type: CheckType) => TSchema): BodyTable<B> {
  return Object.fromEntries(checkTypeNames().map((type) => [type, make(type)])) as BodyTable<B>
}

export const checkCreateBodies = bodyTable<'create'>((type) => checkCreateBody(type, { relaxed: false }))
export const checkUpdateBodies = bodyTable<'update'>((type) => checkUpdateBody(type))
