import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { largestId } from './alert-channel-subscription.ts'
import { readOnly, withoutDefaults } from './read-only.ts'
import { incidentStatuses, incidentTextLengthMax } from './status-page-incident.ts'

export const incidentImpacts = ['MAINTENANCE', 'MAJOR', 'MINOR'] as const
export type IncidentImpact = (typeof incidentImpacts)[number]

/** Those of status page incidents, and one for planned work. */
export const dashboardIncidentStatuses = [...incidentStatuses, 'MAINTENANCE'] as const
export type DashboardIncidentStatus = (typeof dashboardIncidentStatuses)[number]

const Description = () => Type.String({ minLength: 1, maxLength: incidentTextLengthMax })
const Time = () => Type.Optional(Nullable(DateTime({ maxLength: 40 })))

/** An incident of a dashboard. */
const incidentFields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  impact: Type.Optional(OneOf(incidentImpacts, { default: 'MINOR' })),
  startedAt: Time(),
  stoppedAt: Time(),
}

export const DashboardIncidentUpdateBodySchema = Strict({
  ...readOnly(['id', 'incidentId', 'created_at', 'updated_at']),
  status: OneOf(dashboardIncidentStatuses),
  description: Description(),
})
export type DashboardIncidentUpdateBody = Static<typeof DashboardIncidentUpdateBodySchema>

/** Only the description of an update can be changed. */
export const DashboardIncidentUpdateChangeBodySchema = Strict({
  ...readOnly(['id', 'incidentId', 'status', 'created_at', 'updated_at']),
  description: Description(),
})

export const DashboardIncidentCreateBodySchema = Strict({
  ...readOnly(['id', 'created_at', 'updated_at']),
  ...incidentFields,
  dashboardId: Type.Integer({ minimum: 1, maximum: largestId }),
  incidentUpdates: Type.Array(DashboardIncidentUpdateBodySchema, { minItems: 1, maxItems: 1 }),
})
export type DashboardIncidentCreateBody = Static<typeof DashboardIncidentCreateBodySchema>

const Change = Strict({
  ...readOnly(['id', 'created_at', 'updated_at', 'dashboardId', 'incidentUpdates']),
  ...incidentFields,
  name: Type.Optional(incidentFields.name),
})
export type DashboardIncidentChangeBody = Static<typeof Change>
export const DashboardIncidentChangeBodySchema = Type.Unsafe<DashboardIncidentChangeBody>(withoutDefaults(Change))

export const DashboardIncidentUpdateSchema = Type.Object({
  id: Type.String(),
  incidentId: Type.String(),
  status: OneOf(dashboardIncidentStatuses),
  description: Type.String(),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type DashboardIncidentUpdateResource = Static<typeof DashboardIncidentUpdateSchema>

export const DashboardIncidentSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  impact: OneOf(incidentImpacts),
  dashboardId: Type.Integer(),
  startedAt: Nullable(DateTime()),
  stoppedAt: Nullable(DateTime()),
  incidentUpdates: Nullable(Type.Array(DashboardIncidentUpdateSchema), {
    description: 'Newest first; null in the response to a change of the incident.',
  }),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type DashboardIncidentResource = Static<typeof DashboardIncidentSchema>
