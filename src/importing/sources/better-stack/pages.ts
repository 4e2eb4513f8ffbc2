import { domainOf, pageUrlOf } from '../../counterparts/hosted/status-page.ts'
import type { Services } from '../../counterparts/hosted/status-page.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import type { BetterStackExport, Item } from './export-of.ts'

type Found = Pick<BetterStackExport, 'pages' | 'sections' | 'resources' | 'reports'>

const byPosition = (a: Item, b: Item): number => numberOf(a) - numberOf(b)
const numberOf = ({ attributes }: Item): number => Number(textIn(attributes['position'])) || 0
const themes: Readonly<Record<string, string>> = { light: 'LIGHT', dark: 'DARK', system: 'AUTO' }

/** Adds the pages, with a card for each of their sections. */
export function addPages(found: Found, draft: Draft, services: Services): void {
  for (const page of found.pages) addPage(page, found, { draft, services })
  for (const { id, attributes } of found.reports) {
    const item = `status report "${textIn(attributes['title']).slice(0, 200)}" (${id})`
    draft.report({ item, field: '', fate: 'impossible', note: 'Open an incident on the page by hand.' })
  }
}

interface Tools {
  readonly draft: Draft
  readonly services: Services
}

function addPage({ id, attributes }: Item, { pages, sections, resources }: Found, { draft, services }: Tools): void {
  const name = textIn(attributes['company_name']) || textIn(attributes['subdomain']) || `Status page ${id}`
  const item = `status page "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, attributes)
  // A file of parts that does not say of which page it is can only be that of the only page.
  const isOurs = ({ page }: Item): boolean => page === id || (page === null && pages.length === 1)
  const shown = resources.filter(isOurs).toSorted(byPosition)
  const cards = sections
    .filter(isOurs)
    .toSorted(byPosition)
    .map((section) => ({
      name: textIn(section.attributes['name']).slice(0, 255) || 'Services',
      services: shown
        .filter((one) => textIn(one.attributes['status_page_section_id']) === section.id)
        .map(({ attributes: resource }) => serviceOf(resource, services)),
    }))
  const isPrivate = fields.flag('password_enabled') === true || fields.flag('require_sso') === true
  if (isPrivate)
    fields.approximated('password_enabled', 'The page is private, and the password is not told: give it one.')
  else fields.exact('password_enabled')
  const theme = fields.text('theme') ?? ''
  fields.exact('company_name', 'subdomain', 'custom_domain', 'theme')
  fields.ignored(...cosmetic)
  fields.finish()
  const value = {
    name: name.slice(0, 255),
    url: pageUrlOf(textIn(attributes['subdomain']) || name, `better-stack-${id}`),
    ...domainOf(textIn(attributes['custom_domain']) || null),
    ...(isPrivate && { isPrivate: true }),
    ...(themes[theme] !== undefined && { defaultTheme: themes[theme] }),
    cards,
  }
  draft.add({ section: 'statusPages', logicalId: `page-${id}`, item, value })
}

const serviceOf = (resource: Item['attributes'], services: Services): string => {
  const id = `${textIn(resource['resource_type'])}-${textIn(resource['resource_id'])}`
  return services.of(id, textIn(resource['public_name']) || id)
}

const cosmetic = (
  'aggregate_state announcement announcement_embed_css announcement_embed_link announcement_embed_visible automatic_reports ' +
  'company_url contact_url created_at updated_at custom_css custom_javascript dark_logo_remote_url design google_analytics_id ' +
  'hide_from_search_engines history href ip_allowlist layout logo_remote_url min_incident_length navigation_links password ' +
  'published require_sso status_page_group_id subscribable text timezone whitelabeled logo_url dark_logo_url team_name'
).split(' ')
