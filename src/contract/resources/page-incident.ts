import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { CursorList } from './cursor-list.ts'
import { componentsMax } from './page-component.ts'
import { unchecked } from './component-page.ts'
import { incidentStatuses, incidentTextLengthMax } from './status-page-incident.ts'

/** How much an incident affects a component, from least to worst. */
export const componentImpacts = ['UNDER_MAINTENANCE', 'DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE'] as const
export type ComponentImpact = (typeof componentImpacts)[number]
const componentStatuses = ['OPERATIONAL', ...componentImpacts] as const

/** Of a correction: as many as there can be components, and more for what changed meanwhile. */
const impactsMax = 2 * componentsMax

/** An update of an incident, as it is posted. */
export const PageIncidentUpdateBodySchema = Strict({
  description: Type.String({ minLength: 1, maxLength: incidentTextLengthMax }),
  status: OneOf(incidentStatuses),
  publicIncidentUpdateDate: Type.Optional(
    DateTime({
      maxLength: 40,
      description: 'When it happened, by default now; not before the first update of the incident.',
    }),
  ),
  notifySubscribers: Type.Optional(
    Type.Boolean({ default: false, description: 'Mail the subscribers when the update is posted.' }),
  ),
})
export type PageIncidentUpdateBody = Static<typeof PageIncidentUpdateBodySchema>
export const PageIncidentUpdateChangeSchema = unchecked<PageIncidentUpdateBody>(PageIncidentUpdateBodySchema)

const ComponentId = () => Type.String({ minLength: 1, maxLength: 100 })

export const CurrentImpacts = Type.Array(Strict({ componentId: ComponentId(), status: OneOf(componentStatuses) }), {
  maxItems: componentsMax,
  description: 'The current status of each affected component; others are OPERATIONAL.',
})
export type CurrentImpact = Static<typeof CurrentImpacts>[number]

const Name = () => Type.String({ minLength: 1, maxLength: 255 })

export const PageIncidentBodySchema = Strict({
  name: Name(),
  componentImpacts: Type.Optional(CurrentImpacts),
  incidentUpdates: Type.Array(PageIncidentUpdateBodySchema, {
    minItems: 1,
    maxItems: 1,
    description: 'Exactly one: the update that opens the incident.',
  }),
})
export type PageIncidentBody = Static<typeof PageIncidentBodySchema>

export const PageIncidentChangeSchema = Strict({ name: Name(), componentImpacts: Type.Optional(CurrentImpacts) })
export type PageIncidentChange = Static<typeof PageIncidentChangeSchema>

/** The whole timeline of an incident, for corrections. */
export const ImpactTimelineSchema = Strict({
  componentImpacts: Type.Array(
    Strict({
      componentId: ComponentId(),
      status: OneOf(componentImpacts),
      startedAt: DateTime({ maxLength: 40 }),
      endedAt: Nullable(DateTime({ maxLength: 40 }), {
        description: 'Null while it lasts, which it cannot in an incident that is resolved.',
      }),
    }),
    { maxItems: impactsMax },
  ),
})
export type ImpactTimeline = Static<typeof ImpactTimelineSchema>

export const PageIncidentUpdateSchema = Type.Object({
  id: Type.String(),
  description: Type.String(),
  status: OneOf(incidentStatuses),
  publicIncidentUpdateDate: DateTime(),
  notifySubscribers: Type.Boolean(),
  created_at: CalendarDate(),
})
export type PageIncidentUpdateResource = Static<typeof PageIncidentUpdateSchema>

const ListedIncidentSchema = Type.Object({
  id: Type.String(),
  statusPageId: Type.String(),
  name: Type.String(),
  lastUpdateStatus: OneOf(incidentStatuses),
  duration: Nullable(Type.Integer(), {
    description: 'Whole seconds from the first update to the resolution; null while it lasts.',
  }),
  componentImpacts: Type.Array(
    Type.Object({
      componentId: Type.String(),
      status: OneOf(componentStatuses),
      startedAt: DateTime(),
      endedAt: Nullable(DateTime()),
    }),
    { description: 'Past and current ones, oldest first.' },
  ),
  created_at: CalendarDate(),
  updated_at: Nullable(CalendarDate()),
})
export type ListedIncidentResource = Static<typeof ListedIncidentSchema>

export const PageIncidentSchema = Type.Object({
  ...ListedIncidentSchema.properties,
  incidentUpdates: Type.Array(PageIncidentUpdateSchema, { description: 'The latest 100, newest first.' }),
})
export type PageIncidentResource = Static<typeof PageIncidentSchema>
export const PageIncidentListSchema = CursorList(ListedIncidentSchema)
