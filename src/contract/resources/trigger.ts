import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../schema.ts'

const triggerFields = {
  id: Type.Number(),
  token: Type.String({ description: 'The last part of the URL to call. Masked for roles that may not run checks.' }),
  created_at: Type.String(),
  called_at: Nullable(Type.String(), { description: 'When the URL was called last.' }),
  updated_at: Nullable(Type.String()),
}

/** A URL that runs a check or a group. */
export const CheckTriggerSchema = Type.Object({ ...triggerFields, checkId: Type.String() })
export type CheckTriggerResource = Static<typeof CheckTriggerSchema>

export const CheckGroupTriggerSchema = Type.Object({ ...triggerFields, groupId: Type.Number() })
export type CheckGroupTriggerResource = Static<typeof CheckGroupTriggerSchema>
