import { checkTypes, dependencySettings, pick, plainSettingNames, settingsOfSomeTypes } from '#contract'
import type {
  CheckDefinition,
  CheckIntent,
  CheckRequests,
  CheckResourceV2,
  CheckResourceV3,
  CheckSettings,
  HttpRequest,
  RetryStrategy,
} from '#contract'
import type { CheckDetails } from '#management'
import { attachedChannels } from './attached-channels.ts'
import { validated } from './validated.ts'
import { maskedBasicAuth, maskedPairs, maskedVariables } from './visibility.ts'
import type { Viewer } from './visibility.ts'

/** Fields that a read returns only on request: the files that scripts import are large. */
export interface RequestedParts {
  readonly dependencies: boolean
}
const defaultParts: RequestedParts = { dependencies: false }

/** A check as `/v2` returns it, and `/v1` in its own schema: dates in ISO 8601, hidden values masked. */
export function presentCheck(details: CheckDetails, viewer: Viewer, visible = defaultParts): CheckResourceV2 {
  const { check, subscriptions, channels } = details
  const { settings } = check
  return validated<CheckResourceV2>({
    id: check.id,
    name: check.name,
    checkType: check.checkType,
    activated: check.activated,
    muted: check.muted,
    ...pick(settings, plainSettingNames),
    locations: check.locations,
    privateLocations: check.privateLocations,
    tags: check.tags,
    alertSettings: settings.alertSettings,
    groupId: check.groupId,
    groupOrder: check.groupOrder,
    alertChannelSubscriptions: subscriptionsOf(subscriptions),
    retryStrategy: presentRetryStrategy(details.retryStrategy),
    triggerIncident: settings.triggerIncident,
    runParallel: check.runParallel,
    alertChannels: attachedChannels(channels, viewer),
    created_at: check.createdAt.toISOString(),
    updated_at: check.updatedAt?.toISOString() ?? null,
    frequency: check.frequency,
    ...(check.frequencyOffset !== null && { frequencyOffset: check.frequencyOffset }),
    ...ownFields(details, viewer),
    ...(visible.dependencies && givenOf(settings, dependencySettings)),
    environmentVariables: maskedVariables(settings.environmentVariables, viewer),
    intent: settings.intent ?? null,
    projectBindings: noBindings,
  })
}

/** A check as `/v3` returns it: its intent lists constraints. */
export const presentCheckV3 = (details: CheckDetails, viewer: Viewer, visible?: RequestedParts): CheckResourceV3 => ({
  ...presentCheck(details, viewer, visible),
  intent: constraintsOf(details.check.settings.intent),
})

/** Nothing belongs to a code project yet. */
export const noBindings = { owner: null, references: [] }

export const subscriptionsOf = (subscriptions: CheckDetails['subscriptions']) =>
  subscriptions.map(({ channelId, activated }) => ({ alertChannelId: channelId, activated }))

/** SINGLE_RETRY is returned without the numbers that have no meaning for it. */
export function presentRetryStrategy(strategy: RetryStrategy | null) {
  if (strategy === null) return null
  const { maxRetries, maxDurationSeconds, onlyOn, ...rest } = strategy
  const numbers = strategy.type === 'SINGLE_RETRY' ? {} : { maxRetries, maxDurationSeconds }
  return { ...rest, ...numbers, ...(onlyOn && { onlyOn }) }
}

function constraintsOf(intent: CheckIntent | null | undefined): CheckResourceV3['intent'] {
  if (!intent) return null
  return {
    goal: intent.goal,
    constraints: [
      ...intent.requiredOutcomes.map((statement) => ({ type: 'REQUIRED_OUTCOME' as const, statement })),
      ...intent.mustPreserve.map((statement) => ({ type: 'MUST_PRESERVE' as const, statement })),
    ],
  }
}

/** Types without separate limits return those that were stored. */
const hasLimits = ({ checkType, settings }: CheckDefinition): boolean =>
  checkTypes[checkType].limits !== null || settings.degradedResponseTime !== null || settings.maxResponseTime !== null

/** Fields that only some types have, or only checks that set them. */
function ownFields({ check, pingToken }: CheckDetails, viewer: Viewer) {
  const { settings } = check
  return {
    ...(hasLimits(check) && {
      degradedResponseTime: settings.degradedResponseTime,
      maxResponseTime: settings.maxResponseTime,
    }),
    ...givenOf(settings, settingsOfSomeTypes),
    ...(settings.request && { request: requestOf(check, settings.request, viewer) }),
    ...(settings.heartbeat &&
      pingToken !== null && {
        heartbeat: { ...settings.heartbeat, pingToken, pingUrl: `${viewer.publicUrl}/ping/${pingToken}` },
      }),
  }
}

type OptionalField = (typeof settingsOfSomeTypes)[number] | (typeof dependencySettings)[number]

const givenOf = (settings: CheckSettings, names: readonly OptionalField[]): Pick<CheckSettings, OptionalField> =>
  Object.fromEntries(names.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]))

/** The request fields of the check type; a URL monitor is stored as a complete HTTP request. */
function requestOf(check: CheckDefinition, request: CheckRequests[keyof CheckRequests], viewer: Viewer) {
  const row = checkTypes[check.checkType].request
  const visible = 'headers' in request ? maskedRequest(request, viewer) : request
  return Object.fromEntries(
    Object.entries(visible).filter(([name]) => !('properties' in row) || name in row.properties),
  )
}

const maskedRequest = (request: HttpRequest, viewer: Viewer): HttpRequest => ({
  ...request,
  headers: maskedPairs(request.headers, viewer),
  queryParameters: maskedPairs(request.queryParameters, viewer),
  basicAuth: maskedBasicAuth(request.basicAuth, viewer),
})
