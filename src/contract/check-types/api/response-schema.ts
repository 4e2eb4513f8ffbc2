import Type from 'typebox'
import type { Static } from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { AnyObject, Nullable, Strict } from '../../schema.ts'

/** The values of `$schema`; without it a schema is read by the first. */
export const schemaDialects = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema',
] as const

/** Limits of a schema: characters of JSON, levels of nesting, values of an `enum`. */
export const schemaLimits = { characters: 65_536, levels: 64, values: 1000 } as const

/** The most characters of a body that is compared with a schema. */
export const maxComparedBody = 2_000_000

const schema = Strict({
  schema: described(AnyObject({ description: 'A JSON Schema.' }), { control: 'json', rows: 12 }),
})
export type ResponseSchema = Readonly<Static<typeof schema>>

/** A field of ours: stored only where it is given. */
export const ResponseSchemaInput = () =>
  described(
    Type.Optional(
      Nullable(schema, { description: 'A JSON Schema of the body: a response that does not fit it is degraded.' }),
    ),
    { section: 'assertions', control: 'check', on: { schema: { type: 'object' } } },
  )
