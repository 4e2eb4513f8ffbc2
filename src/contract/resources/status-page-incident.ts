import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { readOnly, withoutDefaults } from './read-only.ts'
import { incidentSeverities } from './check-fields.ts'
import { CursorList } from './cursor-list.ts'
import { StatusPageServiceSchema } from './status-page-service.ts'

export const incidentStatuses = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

export const incidentTextLengthMax = 5000
export const incidentUpdatesMax = 100

const updateFields = {
  ...readOnly(['id', 'created_at', 'updated_at']),
  description: Type.String({ minLength: 1, maxLength: incidentTextLengthMax }),
  status: Type.Optional(OneOf(incidentStatuses, { default: 'INVESTIGATING' })),
  publicIncidentUpdateDate: Type.Optional(
    DateTime({ maxLength: 40, description: 'When it happened, as shown on the page; by default now.' }),
  ),
  notifySubscribers: Type.Optional(
    Type.Boolean({ default: false, description: 'Mail the subscribers when the update is posted.' }),
  ),
}

/** An update as it is posted. Without a status it takes that of the previous update, or INVESTIGATING. */
export const IncidentUpdateBodySchema = Strict(updateFields)
export type IncidentUpdateBody = Static<typeof IncidentUpdateBodySchema>
export const IncidentUpdateChangeBodySchema = Type.Unsafe<Partial<IncidentUpdateBody>>(
  withoutDefaults(Type.Partial(IncidentUpdateBodySchema)),
)

const incidentFields = {
  ...readOnly(['id', 'created_at', 'updated_at', 'lastUpdateStatus', 'duration']),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  severity: OneOf(incidentSeverities),
  services: Type.Array(
    Strict({
      ...readOnly(['name', 'accountId', 'created_at', 'updated_at']),
      id: Type.String({ minLength: 1, maxLength: 100 }),
    }),
    { minItems: 1, maxItems: 500, description: 'The affected services.' },
  ),
}

/** `duration` follows from the updates and is ignored in bodies. */
export const IncidentCreateBodySchema = Strict({
  ...incidentFields,
  incidentUpdates: Type.Array(IncidentUpdateBodySchema, { minItems: 1, maxItems: incidentUpdatesMax }),
})
export type IncidentCreateBody = Static<typeof IncidentCreateBodySchema>

const IncidentChange = Type.Partial(Strict(incidentFields))
export type IncidentChangeBody = Static<typeof IncidentChange>
export const IncidentChangeBodySchema = Type.Unsafe<IncidentChangeBody>(withoutDefaults(IncidentChange))

export const IncidentUpdateSchema = Type.Object({
  id: Type.String(),
  description: Type.String(),
  status: OneOf(incidentStatuses),
  publicIncidentUpdateDate: DateTime(),
  notifySubscribers: Type.Boolean(),
  created_at: CalendarDate(),
})
export type IncidentUpdateResource = Static<typeof IncidentUpdateSchema>

/** `duration` is in whole seconds; null before any status other than RESOLVED. */
export const IncidentSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  severity: OneOf(incidentSeverities),
  services: Type.Array(StatusPageServiceSchema),
  incidentUpdates: Type.Array(IncidentUpdateSchema),
  lastUpdateStatus: OneOf(incidentStatuses),
  duration: Nullable(Type.Integer(), {
    description: 'Whole seconds from the first update to the resolution, or to now.',
  }),
  created_at: CalendarDate(),
  updated_at: CalendarDate(),
})
export type IncidentResource = Static<typeof IncidentSchema>
export const IncidentListSchema = CursorList(IncidentSchema)
