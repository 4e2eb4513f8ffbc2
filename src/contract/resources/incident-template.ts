import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { incidentStatuses, incidentTextLengthMax } from './status-page-incident.ts'

/** The variables of templates; a person sees their values before anything is posted. */
const incidentTemplateVariables = ['incidentName', 'affected', 'startedAt', 'duration', 'checkName', 'reason'] as const
export type IncidentTemplateVariable = (typeof incidentTemplateVariables)[number]

export const incidentTemplatesMax = 200

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Unique in the account.' }),
  status: OneOf(incidentStatuses),
  description: Type.String({
    minLength: 1,
    maxLength: incidentTextLengthMax,
    description: 'The text of the update, in Markdown, with variables such as {{checkName}}.',
  }),
}

export const IncidentTemplateBodySchema = Strict(fields)
export type IncidentTemplateBody = Static<typeof IncidentTemplateBodySchema>

export const IncidentTemplateSchema = Type.Object({
  id: Type.String(),
  ...fields,
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type IncidentTemplateResource = Static<typeof IncidentTemplateSchema>
