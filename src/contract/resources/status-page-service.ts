import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, Nullable, Strict } from '../schema.ts'
import { readOnly, withoutDefaults } from './read-only.ts'
import { CursorList } from './cursor-list.ts'

/** Something that users depend on, displayed on status pages: what incidents are about. */
export const StatusPageServiceBodySchema = Strict({
  ...readOnly(['id', 'accountId', 'created_at', 'updated_at']),
  name: Type.String({ minLength: 1, maxLength: 255 }),
})
export type StatusPageServiceBody = Static<typeof StatusPageServiceBodySchema>
export const StatusPageServiceUpdateBodySchema = Type.Unsafe<Partial<StatusPageServiceBody>>(
  withoutDefaults(Type.Partial(StatusPageServiceBodySchema)),
)

export const StatusPageServiceSchema = Type.Object({
  id: Type.String(),
  accountId: Type.String(),
  name: Type.String(),
  created_at: CalendarDate(),
  updated_at: Nullable(CalendarDate()),
})
export type StatusPageServiceResource = Static<typeof StatusPageServiceSchema>
export const StatusPageServiceListSchema = CursorList(StatusPageServiceSchema)
