import type { Fields } from '../../counterparts/hosted/answers.ts'
import { domainOf, pageUrlOf } from '../../counterparts/hosted/status-page.ts'
import type { Services } from '../../counterparts/hosted/status-page.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

const mostServices = 500

interface Shown {
  readonly services: Services
  /** Names by the ids of monitors, in their order. */
  readonly monitors: ReadonlyMap<string, string>
}

/** Adds a page with one card for its monitors. */
export function readPage(given: Fields, draft: Draft, { services, monitors }: Shown): void {
  const id = textIn(given['id'])
  const name = textIn(given['friendlyName'] ?? given['friendly_name']) || `Status page ${id}`
  const item = `status page "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const domain = domainFrom(fields)
  const isPrivate = fields.flag('isPasswordSet') ?? false
  const shown = shownFrom(fields, monitors).slice(0, mostServices)
  fields.exact('friendlyName', 'friendly_name', 'id', 'customDomain', 'custom_url')
  fields.noted('isPasswordSet', isPrivate ? 'The page is private, and the password is not told: give it one.' : null)
  fields.impossible('tagIds', 'Add the services of the monitors with these tags.')
  fields.ignored(...cosmetic)
  fields.finish()
  const value = {
    name: name.slice(0, 255),
    url: pageUrlOf(name, `uptimerobot-${id}`),
    ...domainOf(domain),
    ...(isPrivate && { isPrivate: true }),
    cards: [{ name: 'Services', services: shown.map((monitor) => services.of(monitor, monitors.get(monitor) ?? '')) }],
  }
  draft.add({ section: 'statusPages', logicalId: `page-${id}`, item, value })
}

const domainFrom = (fields: SourceFields): string | null =>
  (fields.text('customDomain') ?? fields.text('custom_url') ?? '').replace(/^https?:\/\//, '') || null

const cosmetic = (
  'homepageLink gaCode shareAnalyticsConsent useSmallCookieConsentModal icon noIndex logo hideUrlLinks subscription ' +
  'showCookieBar pinnedAnnouncementId sort customSettings monitorsCount status urlKey standard_url userId'
).split(' ')

/** Without a list, and with 0 in version 2, a page shows every monitor. */
function shownFrom(fields: SourceFields, monitors: Shown['monitors']): readonly string[] {
  const field = fields.has('monitorIds') ? 'monitorIds' : 'monitors'
  const ids = fields.list(field).map(textIn)
  fields.approximated(field, 'A service is down from when its check alerts, not from its first failure.')
  const wanted = ids.length === 0 || ids.includes('0') ? [...monitors.keys()] : ids
  return [...new Set(wanted)].filter((id) => monitors.has(id))
}
