import {
  checkTypeNames,
  defaultPlainSettings,
  descriptorOf,
  hasRequest,
  inheritedDefaults,
  inheritedFields,
  isInboundType,
  plainSettings,
  routedCheckTypes,
} from '#contract'
import type { CheckType } from '#contract'
import { randomId } from '#kernel'
import { othersThanDefaults } from './example-of.ts'
import { fieldsOf } from './fields-of.ts'
import { operationNamed } from './operation-named.ts'
import type { SeededAccount } from './seeded-account.ts'
import type { Body, ResourceRow } from './resource-row.ts'
import { alertSettings, retryStrategy } from './written-parts.ts'

const incidentOf = ({ serviceId }: SeededAccount, name: string) => ({
  serviceId,
  severity: 'CRITICAL',
  name,
  description: 'It fails.',
  notifySubscribers: true,
})

const sharedCheck = (seed: SeededAccount): Body => ({
  name: 'Check with everything',
  activated: false,
  muted: true,
  ...othersThanDefaults({ ...plainSettings, ...inheritedFields }),
  locations: ['eu-west-1', 'us-east-1'],
  tags: ['first', 'second'],
  alertSettings: alertSettings(15),
  groupId: seed.groupId,
  groupOrder: 3,
  alertChannelSubscriptions: [{ alertChannelId: seed.channelId, activated: true }],
  retryStrategy: retryStrategy(4),
  triggerIncident: incidentOf(seed, 'Outage'),
  frequency: 30,
  frequencyOffset: 7,
  frequencyWhileFailing: 600,
  rollingResponseTime: { statistic: 'P95', runs: 20, degradedResponseTime: 400 },
  intent: { goal: 'It answers.', requiredOutcomes: ['200'], mustPreserve: ['the order'] },
})
const sharedChanges = (seed: SeededAccount): readonly Body[] => [
  { name: 'Another name' },
  { activated: true },
  { muted: false },
  ...Object.entries({ ...defaultPlainSettings, ...inheritedDefaults }).map(([name, value]) => ({ [name]: value })),
  { locations: ['ap-south-1'] },
  { tags: [] },
  { alertSettings: alertSettings(30) },
  { groupId: null },
  { groupOrder: null },
  { alertChannelSubscriptions: [{ alertChannelId: seed.channelId, activated: false }] },
  { retryStrategy: retryStrategy(1) },
  { retryStrategy: null },
  { triggerIncident: incidentOf(seed, 'Other outage') },
  { triggerIncident: null },
  { frequency: 60, frequencyOffset: 11 },
  { frequencyWhileFailing: 300 },
  { rollingResponseTime: { statistic: 'MEAN', runs: 2, degradedResponseTime: 1 } },
  { intent: null },
]
const checkLife = { read: 'getCheck', list: 'listChecks', remove: 'deleteCheck' } as const
/** Fields that the bodies of all types take, although they have an effect for some only. */
const ofSomeTypes = [
  'checkType',
  'degradedResponseTime',
  'dependencies',
  'environmentVariables',
  'frequencyOffset',
  'heartbeat',
  'localSetupScript',
  'localTearDownScript',
  'maxResponseTime',
  'privateLocations',
  'request',
  'script',
  'scriptPath',
  'setupSnippetId',
  'sslCheckDomain',
  'tearDownSnippetId',
]
/** Present only when requested (`includeDependencies`). */
const unshown = ['dependencies', 'setupScriptDependencies', 'tearDownScriptDependencies']

/** A value of a descriptor with `{name}` replaced by what the seeded account has of that name, `{uuid}` by a new id. */
function filled(value: unknown, seed: SeededAccount): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, seed))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part, seed)]))
  const name = typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined
  if (name === undefined) return value
  return name === 'uuid' ? randomId() : Reflect.get(seed, name)
}

const withPrivateLocations = (type: CheckType, slugs: readonly string[]): Body =>
  isInboundType(type) ? {} : { privateLocations: slugs }
const withLimits = (type: CheckType, degradedResponseTime: number, maxResponseTime: number | null): Body =>
  hasRequest(type) ? { degradedResponseTime, maxResponseTime } : {}

/** The fields that are not shared by all types: every one with another value than its default. */
const ownFields = (type: CheckType, seed: SeededAccount): Body => ({
  ...withPrivateLocations(type, [seed.privateLocationSlug]),
  ...withLimits(type, 700, 900),
  ...Object(filled(descriptorOf(type).examples[0], seed)),
})
const ownChanges = (type: CheckType): Body => ({
  ...withPrivateLocations(type, []),
  ...withLimits(type, 650, null),
  ...descriptorOf(type).examples[1],
})

/** A type with separate operations, as its descriptor describes it. */
const routedRow = (type: CheckType, routeName: string): ResourceRow => ({
  create: operationNamed(`create${routeName}Check`),
  update: operationNamed(`update${routeName}Check`),
  ...checkLife,
  full: (seed) => ({ ...sharedCheck(seed), ...ownFields(type, seed) }),
  changes: (seed) => [
    ...sharedChanges(seed),
    ...Object.entries(ownChanges(type)).map(([name, value]) => ({ [name]: value })),
  ],
  ignored: ofSomeTypes.filter((name) => !(name in ownChanges(type))),
  notReadBack: [...unshown, ...Object.keys(descriptorOf(type).requiredOnCreate ?? {})],
})

/** Types that have no separate route. The fields of their bodies depend on the type. */
const genericRow = (checkType: CheckType): ResourceRow => ({
  create: 'createCheckGeneric',
  update: 'updateCheckGeneric',
  ...checkLife,
  full: (seed) => {
    const { frequencyOffset: _ofTimers, shouldFail: _ofAsking, ...shared } = sharedCheck(seed)
    return { ...shared, ...Object(filled(descriptorOf(checkType).examples[0], seed)), checkType }
  },
  changes: (seed) => [
    { name: 'Another name' },
    { tags: [] },
    { groupId: null },
    { triggerIncident: incidentOf(seed, 'b') },
  ],
  ignored: [...fieldsOf('createCheckGeneric').keys(), ...fieldsOf('updateCheckGeneric').keys()],
})

/** Checks of every type. */
export const checkRows: Readonly<Record<string, ResourceRow>> = Object.fromEntries(
  checkTypeNames().map((type) => {
    const routed = routedCheckTypes.find((row) => row.type === type)
    return [`a check of type ${type}`, routed ? routedRow(type, routed.routeName) : genericRow(type)]
  }),
)
