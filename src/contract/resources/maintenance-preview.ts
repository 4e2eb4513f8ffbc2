import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { alertTypes } from '../runs/alert.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import {
  MaintenanceCoverageSchema,
  maintenanceStatuses,
  MaintenanceWindowCreateBodySchema,
  MaintenanceWindowSchema,
  StrictVisibilityBodySchema,
} from './maintenance-window.ts'

const { properties: fields } = MaintenanceWindowCreateBodySchema

/** The times and the scope of a window that need not be saved. */
export const MaintenancePreviewBodySchema = Strict({
  startsAt: fields.startsAt,
  endsAt: fields.endsAt,
  timezone: fields.timezone,
  repeatUnit: fields.repeatUnit,
  repeatInterval: fields.repeatInterval,
  repeatEndsAt: fields.repeatEndsAt,
  tags: fields.tags,
  pauseAllChecks: fields.pauseAllChecks,
  silenceAlertsTags: fields.silenceAlertsTags,
  silenceAllAlerts: fields.silenceAllAlerts,
  statusPageVisibility: Type.Optional(StrictVisibilityBodySchema),
})
export type MaintenancePreviewBody = Static<typeof MaintenancePreviewBodySchema>

const clockChanges = ['BEFORE', 'DURING'] as const

const LocalOccurrenceSchema = Type.Object({
  startsAt: DateTime(),
  endsAt: DateTime(),
  localStartsAt: Type.String({ description: 'In the time zone of the window, with its offset.' }),
  localEndsAt: Type.String(),
  clockChange: Nullable(OneOf(clockChanges), {
    description: 'Whether clocks change between the previous occurrence and this one, or during it.',
  }),
  isShifted: Type.Boolean({ description: 'Clocks skip its usual time, so it starts later by the clock.' }),
})

/** When a window takes place next and what it covers, also before it is saved. */
export const MaintenancePreviewSchema = Type.Object({
  occurrences: Type.Array(LocalOccurrenceSchema, { description: 'The next five that have not ended.' }),
  coverage: MaintenanceCoverageSchema,
  tags: Type.Array(Type.Object({ tag: Type.String(), checks: Type.Integer() }), {
    description: 'Every tag of the window, with how many checks have it, themselves or by their group.',
  }),
  groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    description: 'Groups that have one of the tags, the first 100 by name.',
  }),
  statusPages: Type.Array(Type.Object({ id: Uuid(), name: Type.String() }), { description: 'Pages that show it.' }),
})
export type MaintenancePreviewResource = Static<typeof MaintenancePreviewSchema>

const SpanSchema = () =>
  Nullable(
    Type.Object({
      maintenanceId: Nullable(Uuid(), { description: 'Null: computed in advance, created later.' }),
      startsAt: DateTime(),
      endsAt: DateTime(),
      status: OneOf(maintenanceStatuses),
    }),
  )

/** Each window with the maintenance under way, the next and the last one. */
export const MaintenanceScheduleSchema = Type.Object({
  entries: Type.Array(
    Type.Object({ window: MaintenanceWindowSchema, current: SpanSchema(), next: SpanSchema(), last: SpanSchema() }),
    { description: 'The latest 500 windows, newest first.' },
  ),
  isComplete: Type.Boolean({ description: 'False: the account has more.' }),
})
export type MaintenanceScheduleResource = Static<typeof MaintenanceScheduleSchema>

/** How long a maintenance that starts now shall last. */
export const MaintenanceStartBodySchema = Strict({
  minutes: Type.Integer({ minimum: 1, maximum: 525_600, description: 'How long it lasts.' }),
})

/** The alerts that a maintenance held back, by check. */
export const MaintenanceEffectSchema = Type.Object({
  checks: Type.Array(
    Type.Object({
      id: Uuid(),
      name: Type.String(),
      checkType: OneOf(publicCheckTypes),
      alerts: Type.Integer({ description: 'How many alerts were silenced.' }),
      firstAt: DateTime(),
      lastAt: DateTime(),
      lastAlertType: OneOf(alertTypes),
      error: Nullable(Type.String()),
      notificationId: Uuid({ description: 'The last silenced notification.' }),
      notifiedAt: Nullable(DateTime(), { description: 'When it was notified after all; null: it was not.' }),
    }),
    { description: 'The first 100, those with the latest alerts first.' },
  ),
  totalChecks: Type.Integer(),
  totalAlerts: Type.Integer(),
})
export type MaintenanceEffectResource = Static<typeof MaintenanceEffectSchema>
