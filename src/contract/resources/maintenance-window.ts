import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { CalendarDate, DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { readOnly, ResponseSchema, withoutDefaults } from './read-only.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'

export const repeatUnits = ['DAY', 'WEEK', 'MONTH'] as const
export type RepeatUnit = (typeof repeatUnits)[number]

export const maintenanceStatuses = ['SCHEDULED', 'IN_PROGRESS', 'VERIFYING', 'COMPLETED', 'CANCELLED'] as const
export type MaintenanceStatus = (typeof maintenanceStatuses)[number]

const severities = ['MINOR', 'MEDIUM', 'MAJOR', 'CRITICAL'] as const

const WindowTags = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 500, default: [], description })
const PageReferences = () => Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1000, default: [] })
const Instant = () =>
  CalendarDate({
    minLength: 1,
    maxLength: 40,
    description: 'A date, or a date and time, in ISO 8601; UTC unless given.',
  })

const visibilityFields = {
  enabled: Type.Boolean({
    default: false,
    description: 'Shown on status pages; required for the other settings here.',
  }),
  severity: Nullable(OneOf(severities), { default: null }),
  affectAllServices: Type.Boolean({ default: false, description: 'Excludes serviceIds.' }),
  suppressAutoIncidents: Type.Boolean({ default: false }),
  notifyOnStart: Type.Boolean({ default: false }),
  notifyOnEnd: Type.Boolean({ default: false }),
  reminderMinutesBefore: Type.Array(Type.Integer({ minimum: 60, maximum: 10_080 }), { maxItems: 3, default: [] }),
  autoStart: Type.Boolean({ default: true, description: 'Only used when enabled; otherwise it starts automatically.' }),
  autoEnd: Type.Boolean({ default: true, description: 'Only used when enabled; otherwise it ends automatically.' }),
  showAffectedServices: Type.Boolean({ default: true }),
  statusPageIds: PageReferences(),
  serviceIds: PageReferences(),
}
const Visibility = Type.Object(visibilityFields)
export type MaintenanceVisibility = Static<typeof Visibility>

/** With the defaults of a new window. */
export const MaintenanceVisibilityBodySchema = Type.Partial(Visibility, { default: {} })
/** The same without names that it does not know. */
export const StrictVisibilityBodySchema = Type.Partial(Strict(visibilityFields), {
  default: {},
  additionalProperties: false,
})

const windowFields = {
  ...readOnly(['id', 'created_at', 'updated_at', 'projectBindings']),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  startsAt: Instant(),
  endsAt: Instant(),
  repeatUnit: Type.Optional(Nullable(OneOf(repeatUnits), { default: null, description: 'Null: once.' })),
  repeatInterval: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 365 }), { default: null })),
  repeatEndsAt: Type.Optional(
    Nullable(CalendarDate({ minLength: 10, maxLength: 40 }), {
      default: null,
      description: 'Calendar date in the time zone of the window: the last day on which an occurrence may start.',
    }),
  ),
  timezone: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100 }), { default: null, description: 'IANA name; null is UTC.' }),
  ),
  tags: Type.Optional(WindowTags('Checks with one of these tags, or whose group has one, are paused.')),
  pauseAllChecks: Type.Optional(Type.Boolean({ default: false })),
  silenceAlertsTags: Type.Optional(WindowTags('Checks with one of these tags, or whose group has one, do not alert.')),
  silenceAllAlerts: Type.Optional(Type.Boolean({ default: false })),
  notifyAfterEnd: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether changes during the window that still apply at its end are notified then.',
    }),
  ),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }), { default: null })),
  statusPageVisibility: Type.Optional(MaintenanceVisibilityBodySchema),
}

/** A maintenance window with its time zone, severity and affected services. */
export const MaintenanceWindowCreateBodySchema = Type.Object(windowFields)
export type MaintenanceWindowCreateBody = Static<typeof MaintenanceWindowCreateBodySchema>

/** Omitted fields of an update keep their value, also inside `statusPageVisibility`. */
export type MaintenanceWindowUpdateBody = Partial<MaintenanceWindowCreateBody>
export const MaintenanceWindowUpdateBodySchema = Type.Unsafe<MaintenanceWindowUpdateBody>(
  withoutDefaults(Type.Partial(MaintenanceWindowCreateBodySchema)),
)

export const MaintenanceWindowSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  tags: Type.Array(Type.String()),
  startsAt: DateTime(),
  endsAt: DateTime(),
  repeatInterval: Nullable(Type.Integer()),
  repeatUnit: Nullable(OneOf(repeatUnits)),
  repeatEndsAt: Nullable(CalendarDate()),
  timezone: Nullable(Type.String()),
  description: Nullable(Type.String()),
  statusPageVisibility: ResponseSchema(Visibility),
  pauseAllChecks: Type.Boolean(),
  silenceAlertsTags: Type.Array(Type.String()),
  silenceAllAlerts: Type.Boolean(),
  notifyAfterEnd: Type.Boolean(),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
  projectBindings: Type.Optional(ProjectBindingsSchema('maintenance-window')),
})
export type MaintenanceWindowResource = Static<typeof MaintenanceWindowSchema>

export const MaintenanceUpdateSchema = Type.Object({
  id: Uuid(),
  maintenanceWindowId: Type.Integer(),
  maintenanceId: Uuid(),
  status: OneOf(maintenanceStatuses),
  description: Type.String(),
  html: Type.Optional(
    Type.String({ description: 'The description as readers see it: safe HTML of its Markdown. Only with `withHtml`.' }),
  ),
  notifySubscribers: Type.Boolean(),
  created_at: DateTime(),
  previousStatus: Nullable(OneOf(maintenanceStatuses)),
  previousStartsAt: Nullable(DateTime()),
  previousEndsAt: Nullable(DateTime()),
  dateAdjustments: Nullable(
    Type.Object(
      { startsAt: Type.Optional(DateTime()), endsAt: Type.Optional(DateTime()) },
      {
        description: 'The times that this update moved.',
      },
    ),
  ),
})
export type MaintenanceUpdateResource = Static<typeof MaintenanceUpdateSchema>

/** One occurrence of a window with its timeline, latest update first. */
export const MaintenanceSchema = Type.Object({
  id: Uuid(),
  maintenanceWindowId: Type.Integer(),
  startsAt: DateTime(),
  endsAt: DateTime(),
  status: OneOf(maintenanceStatuses),
  created_at: DateTime(),
  updated_at: DateTime(),
  updates: Type.Array(MaintenanceUpdateSchema),
})
export type MaintenanceResource = Static<typeof MaintenanceSchema>

const covers = {
  pauses: Type.Boolean({ description: 'Whether it pauses: the check that was asked for, else any.' }),
  silences: Type.Boolean({ description: 'Whether it silences alerts: of the check that was asked for, else of any.' }),
}

/** The maintenances of all windows in a range of time. */
export const MaintenanceOccurrencesSchema = Type.Object({
  entries: Type.Array(
    Type.Object({
      maintenanceWindowId: Type.Integer(),
      maintenanceId: Nullable(Uuid(), { description: 'Null: computed in advance, created later.' }),
      name: Type.String(),
      startsAt: DateTime(),
      endsAt: DateTime(),
      status: OneOf(maintenanceStatuses),
      ...covers,
    }),
    { description: 'By their start.' },
  ),
  isComplete: Type.Boolean({ description: 'False: the range has more than the limit.' }),
})
export type MaintenanceOccurrencesResource = Static<typeof MaintenanceOccurrencesSchema>

/** The checks that a window covers as they are now. */
export const MaintenanceCoverageSchema = Type.Object({
  checks: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      checkType: OneOf(publicCheckTypes),
      pauses: Type.Boolean(),
      silences: Type.Boolean(),
    }),
    { description: 'The first 100 by name.' },
  ),
  totalChecks: Type.Integer(),
  totalPaused: Type.Integer(),
  totalSilenced: Type.Integer(),
})
export type MaintenanceCoverageResource = Static<typeof MaintenanceCoverageSchema>

export const MaintenanceTimesBodySchema = Type.Object({
  startsAt: Type.Optional(Instant()),
  endsAt: Type.Optional(Instant()),
})
export type MaintenanceTimesBody = Static<typeof MaintenanceTimesBodySchema>

const UpdateText = () => Type.String({ minLength: 1, maxLength: 2000 })

export const MaintenanceUpdateBodySchema = Type.Object({
  status: OneOf(maintenanceStatuses),
  description: UpdateText(),
  notifySubscribers: Type.Optional(Type.Boolean({ default: false })),
})
export type MaintenanceUpdateBody = Static<typeof MaintenanceUpdateBodySchema>

export const MaintenanceUpdateEditBodySchema = Type.Object({
  status: Type.Optional(OneOf(maintenanceStatuses)),
  description: UpdateText(),
})
export type MaintenanceUpdateEditBody = Static<typeof MaintenanceUpdateEditBodySchema>
