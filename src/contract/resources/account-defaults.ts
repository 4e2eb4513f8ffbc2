import Type from 'typebox'
import type { Static, TObject } from 'typebox'
import { notesOf } from '../forms/field-edit.ts'
import { Strict } from '../schema.ts'
import { ResponseSchema, withoutDefaults } from './read-only.ts'
import { sharedCheckFields } from './check-fields.ts'

const defaults = Object.entries(sharedCheckFields).filter(([, field]) => notesOf(field).isAccountDefault)

/** The initial settings of a check created in the interface, each as in the body of a check. */
export const CheckDefaultsSchema = Type.Unsafe<CheckDefaults>(
  Strict(Object.fromEntries(defaults), {
    description: 'Fields of new checks, as in their bodies. An omitted field has no default of the account.',
  }),
)
export type CheckDefaults = Static<TObject<typeof sharedCheckFields>>

export const AccountDefaultsSchema = ResponseSchema(Type.Object({ check: CheckDefaultsSchema }))
export type AccountDefaults = Static<typeof AccountDefaultsSchema>

export const AccountDefaultsUpdateSchema = Type.Unsafe<{ check?: CheckDefaults }>(
  withoutDefaults(Strict({ check: Type.Optional(CheckDefaultsSchema) })),
)
export type AccountDefaultsBody = Static<typeof AccountDefaultsUpdateSchema>
