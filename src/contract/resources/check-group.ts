import Type from 'typebox'
import type { Static } from 'typebox'
import { webUrlFormat } from '../check-types/request-fields.ts'
import { CalendarDate, DateTime, Nullable, Strict } from '../schema.ts'
import { GroupSubscriptionsInput, SubscriptionsSchema } from './alert-channel-subscription.ts'
import { AlertSettingsSchema, defaultAlertSettings } from './alert-settings.ts'
import { ResponseSchema, readOnly, withoutDefaults } from './read-only.ts'
import { Assertions } from './assertion.ts'
import {
  LocationsInput,
  NameInput,
  PrivateLocationsInput,
  RegionSchema,
  RuntimeIdSchema,
  scriptFields,
  TagsInput,
} from './check-fields.ts'
import { EnvironmentVariablesInput, EnvironmentVariablesSchema } from './environment-variable.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { GroupRetryStrategySchema } from './retry-strategy.ts'

const KeyValues = () =>
  Type.Optional(
    Type.Array(
      Strict({
        key: Type.String({ maxLength: 1024 }),
        value: Type.Optional(Type.String({ default: '', maxLength: 65_536 })),
        locked: Type.Optional(Type.Boolean({ default: false })),
      }),
      { maxItems: 200 },
    ),
  )

const baseUrl = (options: { readonly format?: string } = {}) =>
  Type.Optional(Nullable(Type.String({ maxLength: 2048, ...options }), { default: '' }))

const apiCheckDefaults = {
  headers: KeyValues(),
  queryParameters: KeyValues(),
  assertions: Type.Optional(Assertions(['STATUS_CODE', 'JSON_BODY', 'HEADERS', 'TEXT_BODY', 'RESPONSE_TIME'])),
  basicAuth: Type.Optional(
    Nullable(
      Strict({
        username: Type.String({ default: '', maxLength: 4096 }),
        password: Type.String({ default: '', maxLength: 4096 }),
      }),
    ),
  ),
}

/** Defaults for API checks of the group: `url` as {{GROUP_BASE_URL}}, the rest merged into each request. */
export const ApiCheckDefaultsInput = Strict({ url: baseUrl({ format: webUrlFormat }), ...apiCheckDefaults })

/** The fields of a group with the defaults that both versions of the routes share. */
const groupFields = {
  ...readOnly(['id', 'created_at', 'updated_at', 'checks', 'projectBindings']),
  activated: Type.Optional(Type.Boolean({ default: true, description: 'False pauses every check of the group.' })),
  muted: Type.Optional(Type.Boolean({ default: false })),
  tags: Type.Optional(TagsInput()),
  locations: Type.Optional(LocationsInput()),
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 3,
      description: 'The maximum number of parallel runs when the group is triggered.',
    }),
  ),
  apiCheckDefaults: Type.Optional(ApiCheckDefaultsInput),
  browserCheckDefaults: Type.Optional(Type.String({ maxLength: 65_536 })),
  runtimeId: Type.Optional(RuntimeIdSchema()),
  environmentVariables: Type.Optional(EnvironmentVariablesInput()),
  alertChannelSubscriptions: Type.Optional(GroupSubscriptionsInput()),
  privateLocations: Type.Optional(PrivateLocationsInput()),
  ...scriptFields,
}

/** Fields where null means: each check keeps its own setting. */
const overrides = {
  runParallel: Type.Optional(Nullable(Type.Boolean(), { default: null })),
  alertSettings: Type.Optional(Nullable(AlertSettingsSchema, { default: null })),
  useGlobalAlertSettings: Type.Optional(Nullable(Type.Boolean(), { default: null })),
  retryStrategy: Type.Optional(GroupRetryStrategySchema),
  doubleCheck: Type.Optional(Type.Boolean({ default: false, deprecated: true, description: 'Use retryStrategy.' })),
}

/** `/v2`: a new group overrides nothing. */
export const CheckGroupV2CreateBodySchema = Strict({ name: NameInput(), ...groupFields, ...overrides })
export type CheckGroupBody = Static<typeof CheckGroupV2CreateBodySchema>

/** `/v1`: a new group overrides the alert settings and locations strategy of its checks. */
export const CheckGroupCreateBodySchema = Type.Unsafe<CheckGroupBody>(
  Strict({
    name: NameInput(),
    ...groupFields,
    runParallel: Type.Optional(Nullable(Type.Boolean(), { default: false })),
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
    tags: Type.Array(Type.String()),
    locations: Type.Array(RegionSchema()),
    concurrency: Type.Number(),
    apiCheckDefaults: Strict({ url: baseUrl(), ...apiCheckDefaults }),
    browserCheckDefaults: Type.Optional(Type.String()),
    runtimeId: RuntimeIdSchema(),
    environmentVariables: EnvironmentVariablesSchema(),
    alertChannelSubscriptions: SubscriptionsSchema(),
    setupSnippetId: Nullable(Type.Integer()),
    tearDownSnippetId: Nullable(Type.Integer()),
    localSetupScript: Nullable(Type.String()),
    localTearDownScript: Nullable(Type.String()),
    privateLocations: Nullable(Type.Array(Type.String())),
    runParallel: Nullable(Type.Boolean()),
    alertSettings: Nullable(AlertSettingsSchema),
    retryStrategy: Type.Optional(GroupRetryStrategySchema),
    useGlobalAlertSettings: Nullable(Type.Boolean()),
    doubleCheck: Type.Boolean({ deprecated: true }),
    created_at: CalendarDate(),
    updated_at: Nullable(DateTime()),
    projectBindings: Type.Optional(ProjectBindingsSchema),
  }),
)
export type CheckGroupResource = Static<typeof CheckGroupSchema>
