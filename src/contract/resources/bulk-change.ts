import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { IntegerId } from './alert-channel-subscription.ts'
import { sharedCheckFields, TagsInput } from './check-fields.ts'
import { checkRowStates } from './check-row.ts'
import { pick, valuesOnly } from './fields.ts'

/** How many checks one bulk change may select. */
export const largestBulkChange = 20_000

/** A list that came out empty by mistake must not select more. */
const list = <const V extends readonly string[]>(values: V) =>
  Type.Optional(Type.Array(OneOf(values), { minItems: 1, maxItems: 20 }))

const FilterInput = Strict(
  {
    all: Type.Optional(Type.Literal(true, { description: 'Every check; must be the only field.' })),
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    state: list(checkRowStates),
    checkType: list(publicCheckTypes),
    tag: Type.Optional(Type.Array(TagsInput().items, { minItems: 1, maxItems: 100 })),
    groupId: Type.Optional(IntegerId()),
    location: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    muted: Type.Optional(Type.Boolean()),
  },
  { description: 'As in `GET /v1/check-rows`, at least one of them.' },
)

/** The fields of checks that are set as they are. */
const settable = pick(sharedCheckFields, ['activated', 'muted', 'locations', 'privateLocations', 'frequency'])

const ChangeInput = Strict(
  {
    ...valuesOnly(settable),
    addTags: Type.Optional(TagsInput()),
    removeTags: Type.Optional(TagsInput()),
    groupId: Type.Optional(Nullable(IntegerId(), { description: 'Null: in no group.' })),
    delete: Type.Optional(Type.Boolean({ description: 'Deletes the checks; other fields have no effect then.' })),
  },
  { minProperties: 1 },
)
export type BulkChangeInput = Static<typeof ChangeInput>

export const BulkChangeBodySchema = Strict({
  checkIds: Type.Optional(Type.Array(Uuid(), { minItems: 1, maxItems: largestBulkChange })),
  filter: Type.Optional(FilterInput),
  confirmedCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: largestBulkChange,
      description:
        'How many checks the selection has; with another number nothing is changed. Required for all checks.',
    }),
  ),
  change: ChangeInput,
})
export type BulkChangeBody = Static<typeof BulkChangeBodySchema>

export const BulkChangeSchema = Type.Object({
  undoId: Nullable(Type.String({ description: 'Null when nothing was changed.' })),
  changed: Type.Integer({ description: 'Checks that are different now.' }),
  unchanged: Type.Integer({ description: 'Selected checks that were like this before.' }),
  undoUntil: Nullable(DateTime()),
})
export type BulkChangeResource = Static<typeof BulkChangeSchema>

export const UndoneChangeSchema = Type.Object({
  restored: Type.Integer(),
  refused: Type.Array(
    Type.Object({
      checkId: Type.String(),
      reason: OneOf(['CHANGED_SINCE', 'DELETED_SINCE', 'GROUP_GONE', 'LOCATION_GONE']),
    }),
    { description: 'Checks that were left as they are, and why.' },
  ),
})
export type UndoneChangeResource = Static<typeof UndoneChangeSchema>

export const SavedViewBodySchema = Strict({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  query: Type.String({ maxLength: 2000, description: 'The search parameters of the screen, as its address has them.' }),
})
export const SavedViewSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  query: Type.String(),
  createdAt: DateTime(),
})
export type SavedViewResource = Static<typeof SavedViewSchema>
