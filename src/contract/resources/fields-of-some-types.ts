import Type from 'typebox'
import type { Static, TObject, TOptional, TSchema } from 'typebox'
import { checkTypeNames, checkTypes, descriptorOf } from '../check-types/index.ts'
import type { CheckType } from '../check-types/index.ts'
import { apiScriptFields } from '../check-types/script-fields.ts'
import { lesserFields, sharedCheckFields } from './check-fields.ts'
import { namesOf } from './fields.ts'

type FieldsOf<T extends CheckType> = (typeof checkTypes)[T] extends { readonly fields: infer F } ? F : never
type OfAnyType = { [T in CheckType]: FieldsOf<T> }[CheckType]
type Name<F> = F extends unknown ? keyof F & string : never
type SchemaOf<F, K> = F extends unknown ? (K extends keyof F ? F[K] & TSchema : never) : never

const otherwiseDescribed = ['heartbeat', 'degradedResponseTime', 'maxResponseTime'] as const
type OtherwiseDescribed = keyof typeof sharedCheckFields | (typeof otherwiseDescribed)[number]
type OwnFields = { [K in Exclude<Name<OfAnyType>, OtherwiseDescribed>]: TOptional<SchemaOf<OfAnyType, K>> }

/** Sound because the fields are those of the descriptors. */
const ownFields = (): OwnFields =>
  Object.fromEntries(
    checkTypeNames()
      .flatMap((type) => Object.entries(descriptorOf(type).fields ?? {}))
      .filter(([name]) => !(name in sharedCheckFields) && !otherwiseDescribed.some((other) => other === name))
      .map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as OwnFields

/** The fields that only checks of some types have, by name and with nothing required. */
export const fieldsOfSomeTypes = { ...ownFields(), ...lesserFields }
export type FieldsOfSomeTypes = Static<TObject<typeof fieldsOfSomeTypes>>

/** The files that scripts import; large, and returned only on request. */
export const dependencySettings = namesOf(apiScriptFields)

/** Settings that only checks of some types have, stored and returned as they were set. */
export const settingsOfSomeTypes = namesOf(fieldsOfSomeTypes).filter(
  (name): name is Exclude<keyof typeof fieldsOfSomeTypes, keyof typeof apiScriptFields> => !(name in apiScriptFields),
)
