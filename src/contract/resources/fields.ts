import Type from 'typebox'
import type { Static, TObject, TOptional, TSchema, TUnsafe } from 'typebox'
import { Nullable } from '../schema.ts'

export type Fields = Readonly<Record<string, TSchema>>

/** The values of fields, each present. */
export type ValuesOf<F extends Fields> = Readonly<Required<Static<TObject<F>>>>

/** Sound because the fields are constants without further keys. */
export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** The values that fields have by default; null where they have none. Sound because schemas agree with their defaults. */
export const defaultsOf = <F extends Fields>(fields: F): ValuesOf<F> =>
  eachOf(fields, (schema) => ('default' in schema ? schema.default : null)) as ValuesOf<F>

/** The values of the named fields. Sound because the entries are those of T. */
export const pick = <T extends object, const K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>

type Answered<F extends Fields> = { readonly [K in keyof F]: TUnsafe<ValuesOf<F>[K & keyof ValuesOf<F>]> }

/** The schemas of fields in answers: their types, always present, without the rules of bodies. */
export const answered = <F extends Fields>(fields: F): Answered<F> => eachOf(fields, withoutRules) as Answered<F>

type AnsweredIfSet<F extends Fields> = { readonly [K in keyof F]: TOptional<Answered<F>[K]> }

/** The same of fields that are absent where they are not set. */
export const answeredIfSet = <F extends Fields>(fields: F): AnsweredIfSet<F> =>
  eachOf(fields, (schema) => Type.Optional(withoutRules(schema))) as AnsweredIfSet<F>

type OrNull<F extends Fields> = { readonly [K in keyof F]: TOptional<TUnsafe<Static<F[K]> | null>> }

/** The fields with null as another value. */
export const orNull = <F extends Fields>(fields: F): OrNull<F> =>
  eachOf(fields, (schema) => Type.Optional(Nullable(schema))) as OrNull<F>

/** The same with null as the default of those that have one. */
export const nullByDefault = <F extends Fields>(fields: F): OrNull<F> =>
  eachOf(fields, (schema) => Type.Optional(Nullable(schema, 'default' in schema ? { default: null } : {}))) as OrNull<F>

type Values<F extends Fields> = { readonly [K in keyof F]: TOptional<TUnsafe<Exclude<Static<F[K]>, null>>> }

/** The fields as they are set to values: without defaults, and without null. */
export const valuesOnly = <F extends Fields>(fields: F): Values<F> => eachOf(fields, valueOnly) as Values<F>

function valueOnly({ default: _usual, ...schema }: TSchema & { readonly default?: unknown; readonly type?: unknown }) {
  const [type = schema.type] = [schema.type].flat().filter((one) => one !== 'null')
  return Type.Optional({ ...schema, type })
}

const eachOf = (fields: Fields, make: (schema: TSchema) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, make(schema)]))

const answeredRules = ['type', 'enum', 'items', 'properties', 'required', 'anyOf', 'deprecated', 'description'] as const

function withoutRules(schema: TSchema): TSchema {
  const rules = Object.entries(schema).filter(
    ([name, value]) => answeredRules.some((known) => known === name) || (name === 'additionalProperties' && value),
  )
  return Object.fromEntries(
    rules.map(([name, value]) => [
      name,
      name === 'items' ? withoutRules(value) : name === 'properties' ? eachOf(value, withoutRules) : value,
    ]),
  )
}
