import Type from 'typebox'
import type { Static } from 'typebox'
import { maxPublicLocations, regions } from '../locations.ts'
import type { Region } from '../locations.ts'
import { edited } from '../forms/field-edit.ts'
import { AnyObject, Nullable, OneOf, OneOfNumbers, Strict } from '../schema.ts'
import { CheckSubscriptionsInput, IntegerId } from './alert-channel-subscription.ts'
import { AlertSettingsSchema, defaultAlertSettings } from './alert-settings.ts'
import { EnvironmentVariablesInput } from './environment-variable.ts'
import { RetryStrategySchema } from './retry-strategy.ts'
import { runtimeIds } from './runtime.ts'

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
export const RuntimeIdSchema = () => Nullable(OneOf(runtimeIds), { description: 'Null: the runtime of the account.' })
export const ScriptInput = (options: Record<string, unknown> = {}) =>
  Nullable(Type.String({ maxLength: 1_000_000 }), options)

/** Opens and resolves an incident with the alerts of the check. */
export const TriggerIncidentInput = Strict({
  serviceId: Type.String({ minLength: 1, maxLength: 100 }),
  severity: Type.Optional(OneOf(incidentSeverities, { default: 'MAJOR' })),
  name: Type.String({ minLength: 1, maxLength: 512 }),
  description: Type.Optional(Type.String({ maxLength: 5000, default: '' })),
  notifySubscribers: Type.Optional(Type.Boolean({ default: false })),
})
export type TriggerIncidentBody = Static<typeof TriggerIncidentInput>

const Statements = () =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 20, default: [] }))

/** The purpose of the check, as text for people and for tools that repair it. */
export const IntentInput = Strict({
  goal: Type.String({ minLength: 1, maxLength: 2000 }),
  requiredOutcomes: Statements(),
  mustPreserve: Statements(),
})
export type CheckIntentBody = Static<typeof IntentInput>

export const frequencyEdit = { section: 'schedule', control: 'frequency', options: frequencies.map(String) } as const
export const locationsEdit = { section: 'schedule', control: 'locations' } as const
const snippetEdit = { section: 'scripts', control: 'snippet', code: ['around request'] } as const
const scriptEdit = { ...snippetEdit, control: 'code', language: 'javascript' } as const
const general = { section: 'general' } as const

/** Scripts before and after an API request; accepted, and without effect, on other types. */
export const scriptFields = {
  setupSnippetId: edited(Type.Optional(Nullable(IntegerId())), { ...snippetEdit, label: 'setupSnippet' }),
  tearDownSnippetId: edited(Type.Optional(Nullable(IntegerId())), { ...snippetEdit, label: 'tearDownSnippet' }),
  localSetupScript: edited(
    Type.Optional(ScriptInput({ description: 'Node.js code run before the request of an API check.' })),
    { ...scriptEdit, label: 'setupScript' },
  ),
  localTearDownScript: edited(
    Type.Optional(ScriptInput({ description: 'Node.js code run after the request of an API check.' })),
    { ...scriptEdit, label: 'tearDownScript' },
  ),
}

/** The fields of every check type besides `name`, `request` and its response-time limits. */
export const sharedCheckFields = {
  activated: edited(Type.Optional(Type.Boolean({ default: true, description: 'Whether the check runs.' })), {
    ...general,
    control: 'switch',
  }),
  muted: edited(Type.Optional(Type.Boolean({ default: false, description: 'Whether its alerts are muted.' })), {
    ...general,
    control: 'switch',
  }),
  doubleCheck: Type.Optional(Type.Boolean({ default: true, deprecated: true, description: 'Use retryStrategy.' })),
  shouldFail: edited(Type.Optional(Type.Boolean({ default: false, description: 'Inverts what counts as failure.' })), {
    section: 'limits',
  }),
  locations: edited(Type.Optional(Nullable(LocationsInput(), { default: [] })), locationsEdit),
  tags: edited(Type.Optional(Type.Array(TagsInput().items, { maxItems: 100, default: [] })), general),
  alertSettings: Type.Optional(Nullable(AlertSettingsSchema, { default: defaultAlertSettings })),
  useGlobalAlertSettings: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the alert settings of the account apply instead.' }),
  ),
  groupId: edited(Type.Optional(Nullable(IntegerId(), { default: null })), { ...general, control: 'group' }),
  groupOrder: Type.Optional(
    Nullable(Type.Number({ minimum: 0 }), { default: null, description: 'Position in runs of the whole group.' }),
  ),
  runtimeId: edited(Type.Optional(RuntimeIdSchema()), {
    section: 'request',
    control: 'runtime',
    isAdvanced: true,
    code: ['around request', 'test file', 'prompt', 'suite'],
  }),
  alertChannelSubscriptions: Type.Optional(CheckSubscriptionsInput()),
  retryStrategy: edited(Type.Optional(RetryStrategySchema), { section: 'limits' }),
  triggerIncident: Type.Optional(Nullable(TriggerIncidentInput)),
  runParallel: edited(
    Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether every run covers all locations, instead of the next one of them.',
      }),
    ),
    { section: 'schedule' },
  ),
  description: edited(Type.Optional(Nullable(Type.String({ maxLength: 500 }), { default: null })), {
    ...general,
    control: 'prose',
    rows: 2,
  }),
  frequency: edited(
    Type.Optional(OneOfNumbers(frequencies, { default: 10, description: 'Minutes between runs.' })),
    frequencyEdit,
  ),
  frequencyOffset: edited(
    Type.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: 600 }), {
        description: 'With frequency 0: 10, 20 or 30 seconds between runs. Null: derived from the id of the check.',
      }),
    ),
    { section: 'schedule', control: 'select', options: ['10', '20', '30'], when: ['frequency', '0'] },
  ),
  privateLocations: edited(Type.Optional(PrivateLocationsInput()), {
    section: 'schedule',
    control: 'privateLocations',
  }),
  intent: Type.Optional(Nullable(IntentInput, { default: null })),
  aiAutoRepairEnabled: Type.Optional(Nullable(Type.Boolean(), { default: null })),
  environmentVariables: Type.Optional(EnvironmentVariablesInput()),
  script: Type.Optional(ScriptInput()),
  scriptPath: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1000 }))),
  sslCheckDomain: Type.Optional(Nullable(Type.String({ maxLength: 2048 }))),
  ...scriptFields,
}

/** The empty or null `heartbeat` that check types other than HEARTBEAT have. */
export const UnusedHeartbeat = () => Nullable(AnyObject(), { description: 'Has no effect for this check type.' })
