import Type from 'typebox'
import type { Static } from 'typebox'
import { checkTypes, HeartbeatSchema, hasRequest, heartbeatUnits, publicCheckTypes } from '../check-types/index.ts'
import type { CheckType } from '../check-types/index.ts'
import { AnyObject, CalendarDate, DateTime, Nullable, OneOf, OneOfNumbers } from '../schema.ts'
import { SubscriptionsSchema } from './alert-channel-subscription.ts'
import { AlertSettingsSchema } from './alert-settings.ts'
import { ResponseSchema } from './read-only.ts'
import { frequencies, incidentSeverities, RegionSchema } from './check-fields.ts'
import { inheritedFields, plainSettings } from './check-settings.ts'
import { EnvironmentVariablesSchema } from './environment-variable.ts'
import { answered, answeredIfSet } from './fields.ts'
import { fieldsOfSomeTypes } from './fields-of-some-types.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { RetryStrategySchema } from './retry-strategy.ts'

const KeyValueList = () => Type.Array(Type.Object({ key: Type.String(), value: Type.String(), locked: Type.Boolean() }))

/** The channels that are notified of a check, by kind. */
export const AttachedChannelsSchema = Type.Object({
  email: Type.Array(Type.Object({ address: Type.String() })),
  webhook: Type.Array(
    Type.Object({
      name: Type.String(),
      url: Type.String(),
      method: Nullable(Type.String()),
      headers: KeyValueList(),
      queryParameters: KeyValueList(),
    }),
  ),
  slack: Type.Array(Type.Object({ url: Type.String() })),
  sms: Type.Array(Type.Object({ number: Type.String(), name: Type.String() })),
})
export type AttachedChannels = Static<typeof AttachedChannelsSchema>

const Statement = () => Type.Array(Type.String())
const Intent = Type.Object({ goal: Type.String(), requiredOutcomes: Statement(), mustPreserve: Statement() })
const IntentV3 = Type.Object({
  goal: Type.String(),
  constraints: Type.Array(
    Type.Object({ type: OneOf(['REQUIRED_OUTCOME', 'MUST_PRESERVE']), statement: Type.String() }),
  ),
})

const TriggerIncidentSchema = Type.Object({
  serviceId: Type.String(),
  severity: OneOf(incidentSeverities),
  name: Type.String(),
  description: Type.String(),
  notifySubscribers: Type.Boolean(),
})

const HeartbeatAnswer = Type.Object({
  ...HeartbeatSchema.properties,
  period: Type.Number(),
  periodUnit: OneOf(heartbeatUnits),
  schedule: Type.Optional(
    Type.Object({ expression: Type.String(), timezone: Nullable(Type.String(), { description: 'Null is UTC.' }) }),
  ),
  pingUrl: Type.Optional(Type.String({ description: 'Calling it reports that the job ran. The URL is a secret.' })),
})

/** The fields that every version of a check returns. Fields that only some types have are optional. */
const answerFields = {
  id: Type.String(),
  name: Type.String(),
  checkType: OneOf(publicCheckTypes),
  activated: Type.Boolean(),
  muted: Type.Boolean(),
  ...answered({ ...plainSettings, ...inheritedFields }),
  locations: Nullable(Type.Array(RegionSchema())),
  privateLocations: Nullable(Type.Array(Type.String())),
  tags: Type.Array(Type.String()),
  alertSettings: Nullable(AlertSettingsSchema),
  groupId: Nullable(Type.Integer()),
  groupOrder: Nullable(Type.Number()),
  alertChannelSubscriptions: SubscriptionsSchema(),
  retryStrategy: RetryStrategySchema,
  triggerIncident: Nullable(TriggerIncidentSchema),
  alertChannels: AttachedChannelsSchema,
  created_at: CalendarDate(),
  updated_at: Nullable(DateTime()),
  frequency: Type.Optional(OneOfNumbers(frequencies)),
  frequencyOffset: Type.Optional(Type.Integer()),
  degradedResponseTime: Type.Optional(Nullable(Type.Number())),
  maxResponseTime: Type.Optional(Nullable(Type.Number())),
  request: Type.Optional(
    Nullable(AnyObject(), { description: 'The request to the target. Its fields depend on checkType.' }),
  ),
  heartbeat: Type.Optional(Nullable(HeartbeatAnswer)),
  environmentVariables: Type.Optional(EnvironmentVariablesSchema()),
  ...answeredIfSet(fieldsOfSomeTypes),
}

const firstVersionFields = {
  ...answerFields,
  intent: Nullable(Intent),
  project: Type.Optional(Nullable(Type.Object({ id: Type.String(), logicalId: Type.String(), name: Type.String() }))),
  logicalId: Type.Optional(Nullable(Type.String())),
  member: Type.Optional(Nullable(Type.Boolean())),
  pending: Type.Optional(Nullable(Type.Boolean())),
  projectBindings: Type.Optional(ProjectBindingsSchema('check')),
}

/** A check as `/v1` reads and every write returns it. */
export const CheckSchema = ResponseSchema(Type.Object(firstVersionFields))
export type CheckResource = Static<typeof CheckSchema>

/** A check as `/v2` returns it: `projectBindings` instead of project, logicalId, member and pending. */
export const CheckV2Schema = ResponseSchema(
  Type.Object({
    ...answerFields,
    intent: Nullable(Intent),
    projectBindings: ProjectBindingsSchema('check'),
  }),
)
export type CheckResourceV2 = Static<typeof CheckV2Schema>

/** A check as `/v3` returns it: as `/v2`, and the intent lists its constraints. */
export const CheckV3Schema = ResponseSchema(
  Type.Object({
    ...answerFields,
    intent: Nullable(IntentV3),
    projectBindings: ProjectBindingsSchema('check'),
  }),
)
export type CheckResourceV3 = Static<typeof CheckV3Schema>

/**
 * The response of a route that serves one check type: it documents that type's request. Handlers see the type shared by
 * all checks.
 */
export const checkAnswer = (type: CheckType) =>
  Type.Unsafe<CheckResource>(
    ResponseSchema(
      Type.Object({
        ...firstVersionFields,
        checkType: OneOf([type]),
        request: hasRequest(type) ? checkTypes[type].request : firstVersionFields.request,
      }),
    ),
  )
