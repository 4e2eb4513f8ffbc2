import { checkTypeNames, descriptorOf } from './check-types/index.ts'
import type { CheckType, checkTypes } from './check-types/index.ts'
import type { EntitlementsResource } from './resources/account.ts'
import { regions } from './locations.ts'
import type { PublicLocation } from './locations.ts'

/**
 * The limits of a plan, by the key of an entitlement: a maximum, or false when it is not part of the plan. Everything
 * else is unlimited.
 */
export type Allowances = Readonly<Record<string, number | false>>

/** The plan of all accounts, as configured by the operator. */
export interface PlanTerms {
  readonly plan: string
  readonly planDisplayName: string
  readonly allowances: Allowances
}

/** By default everything is part of the plan, without a limit. */
export const selfHosted: PlanTerms = { plan: 'self-hosted', planDisplayName: 'Self-hosted', allowances: {} }

type EntitlementType = EntitlementsResource['entitlements'][number]['type']

type EntitlementOf<T extends CheckType> = (typeof checkTypes)[T]['entitlement'] extends { readonly key: infer K }
  ? K
  : never
type CheckTypeEntitlement = { [T in CheckType]: EntitlementOf<T> }[CheckType]

/** The entitlements besides checks. A metered row without a quantity is unlimited. */
const otherRows = [
  ['SUB_MINUTE_FREQUENCY', 'flag', 'Sub-minute frequency', 'Checks every 10, 20 or 30 seconds.'],
  ['PARALLEL_LOCATIONS', 'flag', 'Parallel locations', 'Runs from all locations at the same time.'],
  ['RETRIES', 'flag', 'Retries', 'Failed runs are retried before anybody is notified.'],
  ['CHECK_GROUPS', 'metered', 'Check groups', 'Settings for several checks at once.'],
  ['ENVIRONMENT_VARIABLES', 'metered', 'Environment variables', 'Values and secrets for requests and alerts.'],
  ['ALERT_CHANNELS', 'metered', 'Alert channels', 'Mail, webhooks and Slack.'],
  ['ADVANCED_ALERT_CHANNELS', 'flag', 'Advanced alert channels', 'PagerDuty, Opsgenie and the presets of webhooks.'],
  ['SMS_ALERTS', 'metered', 'Text messages and calls', 'Alerts by telephone, through your own provider.'],
  ['MAINTENANCE_WINDOWS', 'metered', 'Maintenance windows', 'Times when checks pause or alerts are silent.'],
  ['ROOT_CAUSE_ANALYSES', 'metered', 'Root cause analyses', 'The most likely cause of a failure.'],
  ['DEPLOYMENT_TRIGGERS', 'metered', 'Deployment triggers', 'Runs of checks after a deployment.'],
  ['PRIVATE_LOCATIONS', 'metered', 'Private locations', 'Locations inside your network that checks run from.'],
  ['SNIPPETS', 'metered', 'Snippets', 'Pieces of script that checks share.'],
  ['CLIENT_CERTIFICATES', 'metered', 'Client certificates', 'For hosts that ask who is calling.'],
  ['STATUS_PAGES', 'metered', 'Status pages', 'What people may see of services, incidents and maintenance.'],
  ['PRIVATE_STATUS_PAGES', 'flag', 'Private status pages', 'Only people with the password may read them.'],
  ['STATUS_PAGE_SUBSCRIBERS', 'metered', 'Subscribers', 'Addresses that receive the updates of a status page by mail.'],
  ['STATUS_PAGES_BULK_SUBSCRIBE', 'flag', 'Bulk subscriptions', 'Up to 100 addresses added in one call.'],
  ['DASHBOARDS', 'metered', 'Dashboards', 'Pages that show how checks are doing.'],
  ['BADGES', 'flag', 'Badges', 'The status of a check as an image.'],
] as const satisfies readonly (readonly [key: string, type: EntitlementType, name: string, description: string])[]

interface Row {
  readonly key: string
  readonly type: EntitlementType
  readonly name: string
  readonly description: string
}

const checkTypeRows: readonly Row[] = checkTypeNames().flatMap((checkType) => {
  const { entitlement } = descriptorOf(checkType)
  return entitlement === null ? [] : [{ ...entitlement, type: 'metered' }]
})
const rows: readonly Row[] = [
  ...checkTypeRows,
  ...otherRows.map(([key, type, name, description]) => ({ key, type, name, description })),
]

/** How many locations a check may have: reported as `locations.maxPerCheck`, not as an entitlement. */
const locationsPerCheck = 'LOCATIONS_PER_CHECK'

type OtherRow = (typeof otherRows)[number]
/** The metered entitlements besides checks. */
export type OtherMeteredEntitlement = Extract<OtherRow, readonly [string, 'metered', ...string[]]>[0]
export type EntitlementKey = CheckTypeEntitlement | OtherRow[0] | typeof locationsPerCheck
export type MeteredEntitlement = CheckTypeEntitlement | OtherMeteredEntitlement

/** The kind of everything that a plan can limit, by its key. */
export const entitlementTypes: ReadonlyMap<string, EntitlementType> = new Map<string, EntitlementType>([
  ...rows.map(({ key, type }) => [key, type] as const),
  [locationsPerCheck, 'metered'],
])

/** Whether a plan may limit its number. */
export const isMetered = (key: EntitlementKey): key is MeteredEntitlement =>
  key !== locationsPerCheck && entitlementTypes.get(key) === 'metered'

/**
 * The entitlement that counts checks of a type; null for types without a limit. The cast is safe because the keys are
 * those of the table.
 */
export const entitlementOfCheckType = (type: CheckType): CheckTypeEntitlement | null =>
  (descriptorOf(type).entitlement?.key ?? null) as CheckTypeEntitlement | null

const locationsAllowed = ({ [locationsPerCheck]: allowance }: Allowances): number =>
  typeof allowance === 'number' ? Math.min(allowance, regions.length) : regions.length

/** The entitlements of an account under a plan. `locations` are the public ones. */
export const entitlementsOf = (
  { plan, planDisplayName, allowances }: PlanTerms,
  locations: readonly PublicLocation[],
): EntitlementsResource => ({
  plan,
  planDisplayName,
  addons: {},
  // A check may use all of them; a command line tool prints the number as it is.
  locations: {
    all: locations.map(({ region, name }) => ({ id: region, name, available: true })),
    maxPerCheck: locationsAllowed(allowances),
  },
  entitlements: rows.map(({ key, type, name, description }) => {
    const allowance = allowances[key]
    const row = { key, type, name, description, enabled: allowance !== false }
    return typeof allowance === 'number' ? { ...row, quantity: allowance } : row
  }),
})
