import type { EntitlementsResource } from './resources/account.ts'
import { publicLocations } from './locations.ts'

/** The one plan there is: who runs the service may do all it can, without a limit. */
export const plan = { plan: 'self-hosted', planDisplayName: 'Self-hosted' } as const

type EntitlementType = EntitlementsResource['entitlements'][number]['type']

/** What the service can do. A metered row without a quantity has no limit. */
const rows: readonly (readonly [key: string, type: EntitlementType, name: string, description: string])[] = [
  ['API_CHECKS', 'metered', 'API checks', 'HTTP requests with assertions on their answers.'],
  ['URL_MONITORS', 'metered', 'URL monitors', 'Whether a URL answers, and how fast.'],
  ['TCP_MONITORS', 'metered', 'TCP monitors', 'Connections to a port, with data sent and read.'],
  ['DNS_MONITORS', 'metered', 'DNS monitors', 'Records as name servers answer them.'],
  ['ICMP_MONITORS', 'metered', 'ICMP monitors', 'Round trips and packet loss.'],
  ['HEARTBEAT_MONITORS', 'metered', 'Heartbeat monitors', 'Jobs that ping the service when they ran.'],
  ['SUB_MINUTE_FREQUENCY', 'flag', 'Sub-minute frequency', 'Checks every 10, 20 or 30 seconds.'],
  ['PARALLEL_LOCATIONS', 'flag', 'Parallel locations', 'Runs from all locations at the same time.'],
  ['RETRIES', 'flag', 'Retries', 'Failed runs are tried again before anybody is told.'],
  ['CHECK_GROUPS', 'metered', 'Check groups', 'Settings for several checks at once.'],
  ['ENVIRONMENT_VARIABLES', 'metered', 'Environment variables', 'Values and secrets for requests and alerts.'],
  ['ALERT_CHANNELS', 'metered', 'Alert channels', 'Mail, webhooks and Slack.'],
  ['PRIVATE_LOCATIONS', 'metered', 'Private locations', 'Places of your own that checks run from.'],
  ['SNIPPETS', 'metered', 'Snippets', 'Pieces of script that checks share.'],
  ['CLIENT_CERTIFICATES', 'metered', 'Client certificates', 'For hosts that ask who is calling.'],
  ['STATUS_PAGES', 'metered', 'Status pages', 'What people may see of services, incidents and maintenance.'],
  ['PRIVATE_STATUS_PAGES', 'flag', 'Private status pages', 'Only people with the password may read them.'],
  ['STATUS_PAGE_SUBSCRIBERS', 'metered', 'Subscribers', 'Addresses that are mailed what a status page says.'],
  ['BADGES', 'flag', 'Badges', 'The status of a check as an image.'],
]

/** What an account may do (specification 2.11). */
export const entitlements: EntitlementsResource = {
  ...plan,
  addons: {},
  locations: { all: publicLocations.map(({ region, name }) => ({ id: region, name, available: true })) },
  entitlements: rows.map(([key, type, name, description]) => ({ key, type, name, description, enabled: true })),
}
