import Type from 'typebox'
import type { Static } from 'typebox'
import { alertTypes } from '../runs/alert.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { incidentSeverities } from './check-fields.ts'
import { CursorList } from './cursor-list.ts'
import { componentImpacts, CurrentImpacts } from './page-incident.ts'
import { incidentStatuses, incidentTextLengthMax, IncidentUpdateSchema } from './status-page-incident.ts'

/** About services, which any page may show, or about components of one page. */
const incidentKinds = ['SERVICES', 'COMPONENTS'] as const

export const postMortemLengthMax = 20_000

/** So many checks can be named as the cause of an incident. */
const namedChecksMax = 100

/** Names beyond these are counted only. */
export const listedNamesMax = 20

const Named = { id: Type.String(), name: Type.String() }

const listedFields = {
  id: Type.String(),
  kind: OneOf(incidentKinds),
  statusPageId: Nullable(Type.String(), { description: 'The page of an incident about components.' }),
  name: Type.String(),
  severity: OneOf([...incidentSeverities, ...componentImpacts, 'OPERATIONAL'], {
    description: 'The severity, or the worst impact: while it is open the worst that lasts.',
  }),
  status: OneOf(incidentStatuses),
  startedAt: DateTime(),
  resolvedAt: Nullable(DateTime()),
  affects: Type.Array(Type.Object({ ...Named, impact: Nullable(OneOf([...componentImpacts, 'OPERATIONAL'])) }), {
    description: `The first ${listedNamesMax} services or components. The impact is the current one, or the worst after the resolution; null of services.`,
  }),
  affectedCount: Type.Integer(),
  pages: Type.Array(Type.Object({ ...Named, url: Type.String(), version: Type.Integer() }), {
    description: 'The pages that show it, or would if it was published.',
  }),
  openedBy: Nullable(
    Type.Object({
      checkId: Nullable(Type.String()),
      checkName: Nullable(Type.String(), { description: 'Null when the check is deleted.' }),
      ruleId: Nullable(Type.String()),
      ruleName: Nullable(Type.String()),
    }),
    { description: 'The check, and on a page with components the automation rule, that opened it; null: a person.' },
  ),
  takenOverAt: Nullable(DateTime(), { description: 'Since when it is not resolved automatically.' }),
  isPublished: Type.Boolean(),
  postMortemPublishedAt: Nullable(DateTime()),
  updated_at: DateTime(),
}

/** An incident of status pages of either version, as lists show it. */
const ListedIncidentOfPagesSchema = Type.Object(listedFields)
export type ListedIncidentOfPagesResource = Static<typeof ListedIncidentOfPagesSchema>
export const IncidentOfPagesListSchema = CursorList(ListedIncidentOfPagesSchema)

/** The same with all that is known about it. */
export const IncidentOfPagesSchema = Type.Object({
  ...listedFields,
  updates: Type.Array(
    Type.Object({
      ...IncidentUpdateSchema.properties,
      html: Nullable(Type.String(), { description: 'The description as pages show it.' }),
    }),
    { description: 'The latest 100, newest first.' },
  ),
  impacts: Type.Array(
    Type.Object({
      componentId: Type.String(),
      status: OneOf(componentImpacts),
      startedAt: DateTime(),
      endedAt: Nullable(DateTime()),
    }),
    { description: 'Past and current impacts on components, oldest first.' },
  ),
  recipients: Type.Integer({ description: 'How many subscribers a notification would be mailed to now.' }),
  postMortem: Nullable(Type.String(), { description: 'In Markdown.' }),
  postMortemHtml: Nullable(Type.String(), { description: 'The same as pages show it.' }),
  checks: Type.Array(
    Type.Object({
      ...Named,
      isFailing: Type.Boolean(),
      isNamed: Type.Boolean({ description: 'A person named it with `checkIds`.' }),
    }),
    { description: 'The check that opened it, those whose failures keep it open, and those that people named.' },
  ),
  alerts: Type.Array(
    Type.Object({
      id: Type.String(),
      checkId: Type.String(),
      checkName: Type.String(),
      alertType: OneOf(alertTypes),
      error: Nullable(Type.String()),
      checkResultId: Nullable(Type.String()),
      createdAt: DateTime(),
    }),
    { description: 'The latest 50 alerts of these checks while it lasted, newest first.' },
  ),
})
export type IncidentOfPagesResource = Static<typeof IncidentOfPagesSchema>

/** The handling of an incident by people, besides its texts. Omitted fields keep their value. */
export const IncidentHandlingSchema = Strict({
  isTakenOver: Type.Optional(
    Type.Boolean({
      description:
        'True: a check or a rule resolves it no longer. False hands it back: it is resolved at once if nothing that opened it still fails.',
    }),
  ),
  isPublished: Type.Optional(Type.Boolean({ description: 'False hides it from pages and feeds; nobody is mailed.' })),
  postMortem: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: postMortemLengthMax }))),
  isPostMortemPublished: Type.Optional(Type.Boolean()),
  checkIds: Type.Optional(
    Type.Array(Uuid(), {
      maxItems: namedChecksMax,
      description: 'The checks behind it, besides those that opened it; replaces those that were named before.',
    }),
  ),
})
export type IncidentHandling = Static<typeof IncidentHandlingSchema>

const PreviewedUpdate = Strict({
  status: OneOf(incidentStatuses),
  description: Type.String({ minLength: 1, maxLength: incidentTextLengthMax }),
})

/** An update that is not posted yet: of an incident, or the one that would open it. */
export const IncidentPreviewBodySchema = Strict({
  incidentId: Type.Optional(Uuid()),
  statusPageId: Type.Optional(
    Uuid({ description: 'The page to show; that of the components, or else the first that shows a service.' }),
  ),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  severity: Type.Optional(OneOf(incidentSeverities)),
  serviceIds: Type.Optional(Type.Array(Uuid(), { maxItems: 500 })),
  componentImpacts: Type.Optional(CurrentImpacts),
  update: PreviewedUpdate,
})
export type IncidentPreviewBody = Static<typeof IncidentPreviewBodySchema>

export const IncidentPreviewSchema = Type.Object({
  recipients: Type.Integer({ description: 'How many subscribers a notification is mailed to.' }),
  pages: Type.Array(Type.Object({ ...Named, url: Type.String(), recipients: Type.Integer() })),
  page: Nullable(Type.String(), {
    description: 'The document of the page of the incident; null when no page shows it.',
  }),
  mail: Nullable(Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() })),
})
export type IncidentPreview = Static<typeof IncidentPreviewSchema>

/** The services and components that some checks and their rules concern: an incident of them would be about these. */
export const AffectedByChecksSchema = Type.Object({
  services: Type.Array(Type.Object(Named)),
  components: Type.Array(Type.Object({ ...Named, statusPageId: Type.String(), impact: OneOf(componentImpacts) }), {
    description: 'Of enabled automation rules whose tags the checks have, each with its worst impact.',
  }),
})
export type AffectedByChecks = Static<typeof AffectedByChecksSchema>
