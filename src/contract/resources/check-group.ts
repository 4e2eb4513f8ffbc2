import Type from 'typebox'
import type { Static } from 'typebox'
import { webUrlFormat } from '../check-types/request-fields.ts'
import { CalendarDate, DateTime, Nullable, Strict } from '../schema.ts'
import { GroupSubscriptionsInput, SubscriptionsSchema } from './alert-channel-subscription.ts'
import { AlertSettingsSchema, defaultAlertSettings } from './alert-settings.ts'
import { described } from '../forms/field-edit.ts'
import { ResponseSchema, readOnly, withoutDefaults } from './read-only.ts'
import { Assertions } from './assertion.ts'
import {
  LocationsInput,
  NameInput,
  PrivateLocationsInput,
  RegionSchema,
  scriptFields,
  TagsInput,
} from './check-fields.ts'
import { inheritedFields } from './check-settings.ts'
import { answered, nullByDefault, orNull } from './fields.ts'
import { EnvironmentVariablesInput, EnvironmentVariablesSchema } from './environment-variable.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { GroupRetryStrategySchema } from './retry-strategy.ts'

const KeyValues = (label: string) =>
  described(
    Type.Optional(
      Type.Array(
        Strict({
          key: Type.String({ maxLength: 1024 }),
          value: Type.Optional(Type.String({ default: '', maxLength: 65_536 })),
          locked: Type.Optional(Type.Boolean({ default: false })),
        }),
        { maxItems: 200 },
      ),
    ),
    { label },
  )

const baseUrl = (options: { readonly format?: string } = {}) =>
  described(Type.Optional(Nullable(Type.String({ maxLength: 2048, ...options }), { default: '' })), {
    label: 'baseUrl',
  })

const assertionSources = ['STATUS_CODE', 'JSON_BODY', 'HEADERS', 'TEXT_BODY', 'RESPONSE_TIME'] as const

const apiCheckDefaults = {
  headers: KeyValues('defaultHeaders'),
  queryParameters: KeyValues('defaultQuery'),
  assertions: described(Type.Optional(Assertions(assertionSources)), {
    label: 'defaultAssertions',
    control: 'assertions',
    options: assertionSources,
  }),
  basicAuth: described(
    Type.Optional(
      Nullable(
        Strict({
          username: Type.String({ default: '', maxLength: 4096 }),
          password: Type.String({ default: '', maxLength: 4096 }),
        }),
      ),
    ),
    { label: 'defaultAuth', control: 'credentials' },
  ),
}

/** Defaults for API checks of the group: `url` as {{GROUP_BASE_URL}}, the rest merged into each request. */
export const ApiCheckDefaultsInput = Strict({ url: baseUrl({ format: webUrlFormat }), ...apiCheckDefaults })

const general = { section: 'general', control: 'switch' } as const

/** The fields of a group with the defaults that both versions of the routes share. */
const groupFields = {
  ...readOnly(['id', 'created_at', 'updated_at', 'checks', 'projectBindings']),
  activated: described(
    Type.Optional(Type.Boolean({ default: true, description: 'False pauses every check of the group.' })),
    { ...general, label: 'groupActivated', text: 'false pauses all of them' },
  ),
  muted: described(Type.Optional(Type.Boolean({ default: false })), {
    ...general,
    label: 'groupMuted',
    text: 'true mutes all of them',
  }),
  tags: described(Type.Optional(TagsInput()), { section: 'general', text: 'are added to those of the check' }),
  locations: described(Type.Optional(LocationsInput()), {
    section: 'schedule',
    control: 'locations',
    text: 'replace those of the check if the group has any, here or private',
  }),
  concurrency: described(
    Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1000,
        default: 3,
        description: 'The maximum number of parallel runs when the group is triggered.',
      }),
    ),
    { section: 'schedule', text: 'how many of them run in parallel when the group is triggered' },
  ),
  apiCheckDefaults: described(Type.Optional(ApiCheckDefaultsInput), {
    section: 'request',
    text: 'for API checks only, see below',
  }),
  browserCheckDefaults: Type.Optional(Type.String({ maxLength: 65_536 })),
  environmentVariables: described(Type.Optional(EnvironmentVariablesInput()), {
    section: 'scripts',
    control: 'variables',
    text: 'at most 100; override those of the account, and are overridden by those of the check',
  }),
  alertChannelSubscriptions: described(Type.Optional(GroupSubscriptionsInput()), {
    text: 'are notified in addition to those of the check, see [alerts](alerts.md); every channel if none is named at creation',
  }),
  privateLocations: described(Type.Optional(PrivateLocationsInput()), {
    section: 'schedule',
    control: 'privateLocations',
    text: 'as `locations`, by slug names',
  }),
  ...scriptFields,
}

const alertRules = 'true: the settings of the account; false with `alertSettings`: these; otherwise those of the check'

/** Fields where null means: each check keeps its own setting. */
const overrides = {
  ...nullByDefault(inheritedFields),
  alertSettings: described(Type.Optional(Nullable(AlertSettingsSchema, { default: null })), {
    text: 'with `useGlobalAlertSettings` false: replace those of the check',
  }),
  useGlobalAlertSettings: described(Type.Optional(Nullable(Type.Boolean(), { default: null })), { text: alertRules }),
  retryStrategy: described(Type.Optional(GroupRetryStrategySchema), {
    text: 'replaces that of the check; null: no retries; `"FALLBACK"`: the check keeps its own',
  }),
  doubleCheck: Type.Optional(Type.Boolean({ default: false, deprecated: true, description: 'Use retryStrategy.' })),
}

/** `/v2`: a new group overrides nothing. */
export const CheckGroupV2CreateBodySchema = Strict({
  name: described(NameInput(), { section: 'general' }),
  ...groupFields,
  ...overrides,
})
export type CheckGroupBody = Static<typeof CheckGroupV2CreateBodySchema>

/** `/v1`: a new group overrides the alert settings and locations strategy of its checks. */
export const CheckGroupCreateBodySchema = Type.Unsafe<CheckGroupBody>(
  Strict({
    name: NameInput(),
    ...groupFields,
    ...orNull(inheritedFields),
    alertSettings: Type.Optional(Nullable(AlertSettingsSchema, { default: defaultAlertSettings })),
    useGlobalAlertSettings: Type.Optional(Nullable(Type.Boolean(), { default: true })),
    retryStrategy: Type.Optional(GroupRetryStrategySchema),
    doubleCheck: Type.Optional(Type.Boolean({ default: true, deprecated: true })),
  }),
)

/** `PUT /v2/check-groups/{id}` requires `name`; other absent fields keep their value. */
export const CheckGroupV2UpdateBodySchema = Type.Unsafe<CheckGroupBody>(withoutDefaults(CheckGroupV2CreateBodySchema))

/** The deprecated `PUT /v1/check-groups/{id}`: nothing is required. */
export const CheckGroupUpdateBodySchema = Type.Unsafe<Partial<CheckGroupBody>>(
  withoutDefaults(Strict({ name: Type.Optional(NameInput()), ...groupFields, ...overrides })),
)

export const CheckGroupSchema = ResponseSchema(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    activated: Type.Boolean(),
    muted: Type.Boolean(),
    mutedUntil: Type.Optional(DateTime()),
    tags: Type.Array(Type.String()),
    locations: Type.Array(RegionSchema()),
    concurrency: Type.Number(),
    apiCheckDefaults: Strict({ url: baseUrl(), ...apiCheckDefaults }),
    browserCheckDefaults: Type.Optional(Type.String()),
    environmentVariables: EnvironmentVariablesSchema(),
    alertChannelSubscriptions: SubscriptionsSchema(),
    setupSnippetId: Nullable(Type.Integer()),
    tearDownSnippetId: Nullable(Type.Integer()),
    localSetupScript: Nullable(Type.String()),
    localTearDownScript: Nullable(Type.String()),
    privateLocations: Nullable(Type.Array(Type.String())),
    ...answered(orNull(inheritedFields)),
    alertSettings: Nullable(AlertSettingsSchema),
    retryStrategy: Type.Optional(GroupRetryStrategySchema),
    useGlobalAlertSettings: Nullable(Type.Boolean()),
    doubleCheck: Type.Boolean({ deprecated: true }),
    created_at: CalendarDate(),
    updated_at: Nullable(DateTime()),
    projectBindings: Type.Optional(ProjectBindingsSchema('check-group')),
  }),
)
export type CheckGroupResource = Static<typeof CheckGroupSchema>
