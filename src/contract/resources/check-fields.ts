import Type from 'typebox'
import type { Static } from 'typebox'
import { maxPublicLocations, regions } from '../locations.ts'
import type { Region } from '../locations.ts'
import { described } from '../forms/field-edit.ts'
import { AnyObject, Nullable, OneOf, OneOfNumbers, Strict } from '../schema.ts'
import { CheckSubscriptionsInput, IntegerId } from './alert-channel-subscription.ts'
import { AlertSettingsSchema, defaultAlertSettings } from './alert-settings.ts'
import { EnvironmentVariablesInput } from './environment-variable.ts'
import { RetryStrategySchema } from './retry-strategy.ts'
import { inheritedFields, plainSettings } from './check-settings.ts'

/** Minutes between runs; 0 means every 10, 20 or 30 seconds by `frequencyOffset`. */
export const frequencies = [0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440] as const
export type Frequency = (typeof frequencies)[number]

export const incidentSeverities = ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

export const RegionSchema = () => Type.Unsafe<Region>({ type: 'string', enum: regions })
export const LocationsInput = () => Type.Array(RegionSchema(), { uniqueItems: true, maxItems: maxPublicLocations })
export const PrivateLocationsInput = () =>
  Nullable(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { uniqueItems: true, maxItems: 100 }), {
    description: 'Slug names of private locations.',
  })
export const TagsInput = () => Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 })
export const NameInput = () => Type.String({ minLength: 1, maxLength: 512 })
export const ScriptInput = (options: Record<string, unknown> = {}) =>
  Nullable(Type.String({ maxLength: 1_000_000 }), options)

/** Opens and resolves an incident with the alerts of the check. */
export const TriggerIncidentInput = Strict({
  serviceId: Type.String({ minLength: 1, maxLength: 100 }),
  severity: described(Type.Optional(OneOf(incidentSeverities, { default: 'MAJOR' })), { label: 'incidentSeverity' }),
  name: described(Type.String({ minLength: 1, maxLength: 512 }), { label: 'incidentName' }),
  description: described(Type.Optional(Type.String({ maxLength: 5000, default: '' })), { control: 'prose', rows: 2 }),
  notifySubscribers: Type.Optional(Type.Boolean({ default: false })),
})
export type TriggerIncidentBody = Static<typeof TriggerIncidentInput>

const Statements = () =>
  described(Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 20, default: [] })), {
    control: 'texts',
  })

/** The purpose of the check, as text for people and for tools that repair it. */
export const IntentInput = Strict({
  goal: described(Type.String({ minLength: 1, maxLength: 2000 }), { control: 'prose', rows: 2 }),
  requiredOutcomes: Statements(),
  mustPreserve: Statements(),
})
export type CheckIntentBody = Static<typeof IntentInput>

export const frequencyEdit = { section: 'schedule', control: 'frequency', options: frequencies.map(String) } as const
export const locationsEdit = { section: 'schedule', control: 'locations' } as const
const isAccountDefault = true
const general = { section: 'general', isAccountDefault } as const
const snippet = { section: 'scripts', control: 'snippet', code: ['around request'], construct: null } as const
const script = { ...snippet, control: 'code', language: 'javascript' } as const

/** Scripts before and after an API request; accepted, and without effect, on other types. */
export const scriptFields = {
  setupSnippetId: described(Type.Optional(Nullable(IntegerId())), { ...snippet, label: 'setupSnippet' }),
  tearDownSnippetId: described(Type.Optional(Nullable(IntegerId())), { ...snippet, label: 'tearDownSnippet' }),
  localSetupScript: described(
    Type.Optional(ScriptInput({ description: 'Node.js code run before the request of an API check.' })),
    { ...script, label: 'setupScript', construct: 'setupScript.content' },
  ),
  localTearDownScript: described(
    Type.Optional(ScriptInput({ description: 'Node.js code run after the request of an API check.' })),
    { ...script, label: 'tearDownScript', construct: 'tearDownScript.content' },
  ),
}

const rollingStatistics = ['MEAN', 'MEDIAN', 'P90', 'P95', 'P99'] as const
/** The most runs that a statistic is over. */
export const maxRollingRuns = 50

export const RollingResponseTimeInput = Strict({
  statistic: OneOf(rollingStatistics),
  runs: described(Type.Integer({ minimum: 2, maximum: maxRollingRuns }), { label: 'rollingRuns' }),
  degradedResponseTime: described(Type.Number({ minimum: 1, maximum: 300_000 }), { label: 'rollingLimit' }),
})
/** The limit of a statistic over the last response times in a location, in milliseconds. */
export type RollingResponseTime = Readonly<Static<typeof RollingResponseTimeInput>>

/** Seconds between runs while a check is failing. */
export const failingFrequencies = [10, 20, 30, 60, 120, 300, 600] as const

/** Fields that only some types use, or that are absent unless they are set, and bodies of all take. */
export const lesserFields = {
  script: described(Type.Optional(ScriptInput()), { construct: 'code.content' }),
  scriptPath: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1000 }))),
  sslCheckDomain: Type.Optional(Nullable(Type.String({ maxLength: 2048 }))),
  rollingResponseTime: described(
    Type.Optional(
      Nullable(RollingResponseTimeInput, {
        description: 'Degraded by the mean or a percentile of the last response times in a location, in milliseconds.',
      }),
    ),
    {
      section: 'limits',
      control: 'check',
      on: { statistic: 'MEAN', runs: 5, degradedResponseTime: 1000 },
      isAccountDefault,
      construct: null,
      text: 'degraded by the mean or a percentile of the last response times, see below',
    },
  ),
  frequencyWhileFailing: described(
    Type.Optional(
      Nullable(OneOfNumbers(failingFrequencies), { description: 'Seconds between runs while the check is failing.' }),
    ),
    {
      section: 'schedule',
      isAccountDefault,
      construct: null,
      text: `seconds between runs while it is failing, see below: ${failingFrequencies.join(', ')}; null: as always`,
    },
  ),
  ...scriptFields,
}

/** The fields of every check type besides `name`, `request` and its response-time limits. */
export const sharedCheckFields = {
  activated: described(Type.Optional(Type.Boolean({ default: true, description: 'Whether the check runs.' })), {
    ...general,
    control: 'switch',
    text: 'false: it does not run',
  }),
  muted: described(Type.Optional(Type.Boolean({ default: false, description: 'Whether its alerts are muted.' })), {
    ...general,
    control: 'switch',
    text: 'true: it runs without alerts',
  }),
  locations: described(Type.Optional(Nullable(LocationsInput(), { default: [] })), {
    ...locationsEdit,
    isAccountDefault,
    text: '[public locations](locations.md)',
  }),
  tags: described(Type.Optional(Type.Array(TagsInput().items, { maxItems: 100, default: [] })), {
    ...general,
    text: 'at most 100; for filters, triggers, dashboards and maintenance windows',
  }),
  alertSettings: described(Type.Optional(Nullable(AlertSettingsSchema, { default: defaultAlertSettings })), {
    isAccountDefault,
    text: 'when [alerts](alerts.md) are sent, if `useGlobalAlertSettings` is false',
  }),
  groupId: described(Type.Optional(Nullable(IntegerId(), { default: null })), {
    ...general,
    control: 'group',
    construct: null,
    text: 'the [group](check-groups.md) it belongs to',
  }),
  groupOrder: described(
    Type.Optional(
      Nullable(Type.Number({ minimum: 0 }), { default: null, description: 'Position in runs of the whole group.' }),
    ),
    { section: 'general', isAdvanced: true, construct: null, text: 'its position when the whole group runs' },
  ),
  alertChannelSubscriptions: described(Type.Optional(CheckSubscriptionsInput()), {
    isAccountDefault,
    text: '[who is notified](alerts.md)',
  }),
  retryStrategy: described(Type.Optional(RetryStrategySchema), {
    section: 'limits',
    isAccountDefault,
    text: 'what happens after a failed attempt, see below',
  }),
  triggerIncident: described(Type.Optional(Nullable(TriggerIncidentInput)), {
    section: 'alerts',
    control: 'check',
    on: { serviceId: '', severity: 'MAJOR', name: '' },
    construct: null,
    text: 'opens an incident on a [service](status-pages.md) when it alerts',
  }),
  frequency: described(
    Type.Optional(OneOfNumbers(frequencies, { default: 10, description: 'Minutes between runs.' })),
    {
      ...frequencyEdit,
      isAccountDefault,
      text: `minutes between runs: ${frequencies.filter((minutes) => minutes > 0).join(', ')}; 0: see below`,
    },
  ),
  frequencyOffset: described(
    Type.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: 600 }), {
        description: 'With frequency 0: 10, 20 or 30 seconds between runs. Null: derived from the id of the check.',
      }),
    ),
    {
      section: 'schedule',
      control: 'select',
      options: ['10', '20', '30'],
      when: ['frequency', '0'],
      isAccountDefault,
      construct: null,
      text: 'when in the interval it runs',
    },
  ),
  privateLocations: described(Type.Optional(PrivateLocationsInput()), {
    section: 'schedule',
    control: 'privateLocations',
    isAccountDefault,
    text: 'slug names of [private locations](private-locations.md)',
  }),
  intent: described(Type.Optional(Nullable(IntentInput, { default: null })), {
    section: 'general',
    control: 'check',
    on: { goal: '', requiredOutcomes: [], mustPreserve: [] },
    isAdvanced: true,
    construct: null,
    text: 'the purpose of the check, for people and for tools that repair it',
  }),
  environmentVariables: described(Type.Optional(EnvironmentVariablesInput()), {
    section: 'request',
    control: 'variables',
    isAdvanced: true,
    construct: 'environmentVariables',
    text: '[variables](variables.md) of the check, at most 100',
  }),
  ...plainSettings,
  ...inheritedFields,
  ...lesserFields,
}

/** The empty or null `heartbeat` that check types other than HEARTBEAT have. */
export const UnusedHeartbeat = () => Nullable(AnyObject(), { description: 'Has no effect for this check type.' })
