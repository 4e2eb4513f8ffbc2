import type { TSchema } from 'typebox'
import { checkTypeNames, routedCheckTypes } from '../check-types/index.ts'
import type { CheckType } from '../check-types/index.ts'
import { fieldsOfSchema, acceptsNull } from '../merge-patch.ts'
import { AlertChannelDefaultsSchema } from '../resources/alert-channel.ts'
import { checkCreateBodies, checkUpdateBodies } from '../resources/check-body.ts'
import { CheckGroupCreateBodySchema, CheckGroupV2CreateBodySchema } from '../resources/check-group.ts'
import { DashboardCreateBodySchema } from '../resources/dashboard.ts'
import { VariableCreateBodySchema } from '../resources/environment-variable.ts'
import { MaintenanceWindowCreateBodySchema } from '../resources/maintenance-window.ts'
import { PrivateLocationCreateBodySchema } from '../resources/private-location.ts'
import { SnippetBodySchema } from '../resources/snippet.ts'
import { StatusPageServiceBodySchema } from '../resources/status-page-service.ts'
import { StatusPageCreateBodySchema } from '../resources/status-page.ts'

/** How an update handles the fields of one kind of resource that its body omits. */
export interface UpdateRule {
  /** The body that creates the resource: it has the default to which an omitted field is reset. */
  readonly created: TSchema
  /** Fields that keep their value even for clients that omit empty values. */
  readonly keeps?: readonly string[]
  /** The values that fields are reset to when they differ from the defaults of the schema. */
  readonly omitted?: Readonly<Record<string, unknown>>
}

/** Resets the retry strategy to none ever set, so that the deprecated `doubleCheck` applies. */
export const resetRetryStrategy = 'DOUBLE_CHECK'

const checkRule = (type: CheckType): UpdateRule => ({
  created: checkCreateBodies[type],
  omitted: { retryStrategy: resetRetryStrategy, alertChannelSubscriptions: [] },
})

/** The rules of checks by type; the route for every type finds the one it needs by the check. */
export const checkUpdateRules = Object.fromEntries(
  checkTypeNames().map((type) => [type, { ...checkRule(type), body: checkUpdateBodies[type] }]),
)

const routedCheckRules = Object.fromEntries(
  routedCheckTypes.map(({ type, routeName }) => [`update${routeName}Check`, checkRule(type)]),
)

/** Resets the retry strategy of a group of the first version to none ever set. */
export const neverSet = 'NEVER_SET'

const groupValues = { locations: null, alertChannelSubscriptions: [], browserCheckDefaults: '' }

/**
 * Every resource whose update can omit fields, by the name of its operation. For most callers an omitted field keeps
 * its value. For clients that omit empty values it is reset to that of a new resource.
 */
export const updateRules: Readonly<Record<string, UpdateRule | undefined>> = {
  ...routedCheckRules,
  updateCheckGroup: { created: CheckGroupCreateBodySchema, omitted: { ...groupValues, retryStrategy: neverSet } },
  updateCheckGroupV2: { created: CheckGroupV2CreateBodySchema, omitted: groupValues },
  // Those clients subscribe checks and groups to channels, never the other way round, and do not know pauses.
  updateAlertChannel: { created: AlertChannelDefaultsSchema, keeps: ['subscriptions', 'pausedUntil', 'subscribe'] },
  // A field of this service, which those clients do not know.
  updateMaintenanceWindow: { created: MaintenanceWindowCreateBodySchema, keeps: ['notifyAfterEnd'] },
  updateDashboard: { created: DashboardCreateBodySchema },
  // Private pages exist only here, and must not become public because a client does not know them.
  updateStatusPage: { created: StatusPageCreateBodySchema, keeps: ['isPrivate'] },
  updateStatusPageService: { created: StatusPageServiceBodySchema },
  // It may hold a password, and those clients have no field for it.
  updatePrivateLocation: { created: PrivateLocationCreateBodySchema, keeps: ['proxyUrl'] },
  // A secret cannot become readable again.
  updateVariable: { created: VariableCreateBodySchema, keeps: ['secret'] },
  updateSnippet: { created: SnippetBodySchema },
}

interface Field {
  readonly readOnly?: boolean
  readonly default?: unknown
  readonly type?: unknown
}

/**
 * The fields that a rule sets when they are omitted, with their values. Required fields of a new resource have none.
 */
export function valuesOfOmittedFields({
  created,
  keeps = [],
  omitted = {},
}: UpdateRule): Readonly<Record<string, unknown>> {
  const fields = Object.entries(fieldsOfSchema(created)).filter(
    ([name, schema]: [string, Field]) => !schema.readOnly && !keeps.includes(name),
  )
  const values = fields.map(([name, schema]) => [name, name in omitted ? omitted[name] : emptyValueOf(schema)])
  const required: readonly string[] = 'required' in created && Array.isArray(created.required) ? created.required : []
  return Object.fromEntries(values.filter(([name, value]) => value !== undefined && !required.includes(String(name))))
}

function emptyValueOf(schema: TSchema): unknown {
  const field: Field = schema
  if (field.default !== undefined) return field.default
  if (acceptsNull(schema)) return null
  return field.type === 'array' ? [] : undefined
}
