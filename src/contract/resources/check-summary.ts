import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable } from '../schema.ts'

/** The counts and times on the page of a check. */
export const CheckSummarySchema = Type.Object({
  checkId: Type.String(),
  nextRunAt: Nullable(DateTime(), {
    description: 'When the next run is due; null while none is planned or nobody would run it, and for heartbeats.',
  }),
  alerts: Type.Integer({ description: 'Alerts of the last 24 hours.' }),
  errors: Type.Integer({ description: 'Groups of errors that are not archived.' }),
  previousId: Nullable(Type.String(), { description: 'The check before this one by name; null on the first.' }),
  nextId: Nullable(Type.String(), { description: 'The check after this one by name; null on the last.' }),
})
export type CheckSummaryResource = Static<typeof CheckSummarySchema>
