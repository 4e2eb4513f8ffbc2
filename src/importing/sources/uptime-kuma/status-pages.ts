import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import { idOf, isOn, rowsOf, textOf } from './kuma-data.ts'
import type { KumaData, Row } from './kuma-data.ts'

export interface ImportedPages {
  /** Logical ids of pages by ids of Uptime Kuma. */
  readonly pages: ReadonlyMap<string, string>
  /** Logical ids of services by monitors. */
  readonly services: ReadonlyMap<string, string>
}

const mostCards = 100
const mostServices = 500
const byWeight = (a: Row, b: Row): number => (Number(textOf(a['weight'])) || 0) - (Number(textOf(b['weight'])) || 0)

/** Adds the pages, with a service for each monitor that one of them shows. */
export function addStatusPages(draft: Draft, data: KumaData): ImportedPages {
  const services = new Map<string, string>()
  const pages = new Map<string, string>()
  const monitors = new Map(rowsOf(data, 'monitor').map((row) => [idOf(row['id']), row]))
  const sections = Map.groupBy(rowsOf(data, 'group'), (row) => idOf(row['status_page_id']))
  const shown = Map.groupBy(rowsOf(data, 'monitor_group'), (row) => idOf(row['group_id']))
  const domains = Map.groupBy(rowsOf(data, 'status_page_cname'), (row) => idOf(row['status_page_id']))
  const serviceOf = (id: string): string | null => {
    const row = monitors.get(id)
    if (!row) return null
    const known = services.get(id)
    if (known !== undefined) return known
    const name = textOf(row['name']).slice(0, 255) || `Monitor ${id}`
    const item = `monitor "${name.slice(0, 200)}" (${id})`
    const logicalId = draft.add({ section: 'statusPageServices', logicalId: `kuma-${id}`, item, value: { name } })
    services.set(id, logicalId)
    return logicalId
  }
  for (const row of rowsOf(data, 'status_page')) {
    const id = idOf(row['id'])
    const visible = (sections.get(id) ?? []).filter((one) => !('public' in one) || isOn(one['public']))
    const cards = visible.toSorted(byWeight).map((section) => ({
      name: textOf(section['name']).slice(0, 255) || 'Services',
      services: (shown.get(idOf(section['id'])) ?? [])
        .toSorted(byWeight)
        .flatMap((link) => serviceOf(idOf(link['monitor_id'])) ?? [])
        .slice(0, mostServices),
    }))
    const logicalId = addPage(draft, row, {
      cards,
      domains: (domains.get(id) ?? []).map((one) => textOf(one['domain'])),
    })
    if (logicalId !== null) pages.set(id, logicalId)
  }
  reportIncidents(draft, data)
  return { pages, services }
}

interface Content {
  readonly cards: readonly { readonly name: string; readonly services: readonly string[] }[]
  readonly domains: readonly string[]
}

const domainPattern = /^[\p{L}\p{M}\p{N}-]+(?:[.][\p{L}\p{M}\p{N}-]+)+[.]?$/u
const themes: Readonly<Record<string, string>> = { light: 'LIGHT', dark: 'DARK', auto: 'AUTO' }

function addPage(draft: Draft, row: Row, { cards, domains }: Content): string | null {
  const id = idOf(row['id'])
  const title = textOf(row['title']).slice(0, 255) || `Status page ${id}`
  const item = `status page "${title.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, withoutNothing(row))
  for (const name of cosmetic) fields.ignored(name)
  fields.value('id')
  fields.exact('title', 'description', 'theme')
  fields.impossible('footer_text', 'Pages have no such text: add it to the description.')
  const description = fields.text('description')
  const value = {
    name: title,
    url: urlOf(fields, id),
    ...(description !== null && { description: description.slice(0, 500) }),
    defaultTheme: themes[textOf(row['theme'])] ?? 'AUTO',
    ...domainOf(draft, item, domains),
    ...privacyOf(draft, fields, row),
    cards: cards.slice(0, mostCards),
  }
  reportCards(draft, item, cards)
  fields.finish()
  return draft.add({ section: 'statusPages', logicalId: `kuma-${id}`, item, value })
}

const cosmetic = (
  'icon search_engine_index show_tags password show_powered_by show_certificate_expiry modified_date created_date ' +
  'analytics_id analytics_script_url analytics_type google_analytics_tag_id custom_css auto_refresh_interval ' +
  'show_only_last_heartbeat rss_title'
).split(' ')

function urlOf(fields: SourceFields, id: string): string {
  const slug = fields.text('slug')?.toLowerCase() ?? ''
  const plain = slug
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, 63)
    .replace(/-+$/, '')
  const url = plain || `kuma-${id.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')}0`
  if (url === slug) fields.exact('slug')
  else fields.approximated('slug', `Its address ends with ${url}.`)
  return url
}

function domainOf(draft: Draft, item: string, domains: readonly string[]): { readonly customDomain?: string } {
  const [domain, ...others] = domains.filter((one) => one.length <= 254 && domainPattern.test(one))
  if (domain === undefined) return {}
  const isOnly = others.length === 0
  const note = isOnly ? '' : `Only ${domain} leads to the page.`
  draft.report({ item, field: 'domains', fate: isOnly ? 'exact' : 'approximated', note })
  return { customDomain: domain }
}

function privacyOf(draft: Draft, fields: SourceFields, row: Row): { readonly isPrivate?: true } {
  if (!('published' in row) || isOn(row['published'])) {
    fields.exact('published')
    return {}
  }
  const note = 'The page is private: only people with its password read it.'
  draft.report({ item: fields.item, field: 'published', fate: 'approximated', note })
  return { isPrivate: true }
}

function reportCards(draft: Draft, item: string, cards: Content['cards']): void {
  const say = (fate: 'exact' | 'approximated', note: string): void =>
    draft.report({ item, field: 'groups', fate, note })
  if (cards.length > mostCards) say('approximated', `Only the first ${mostCards} sections are shown.`)
  else if (cards.some(({ services }) => services.length > 0))
    say('approximated', 'A service of the page is down from when its check alerts, not from its first failure.')
  else if (cards.length > 0) say('exact', '')
}

const withoutNothing = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([, value]) => !['', '0', 'null'].includes(textOf(value)) && value !== null && value !== false,
    ),
  )

function reportIncidents(draft: Draft, data: KumaData): void {
  for (const row of rowsOf(data, 'incident')) {
    const title = textOf(row['title']).slice(0, 200)
    const isActive = isOn(row['active']) || isOn(row['pin'])
    const note = isActive ? 'Open an incident on the page by hand.' : 'Incidents of the past are not taken over.'
    draft.report({ item: `incident "${title}" (${idOf(row['id'])})`, field: '', fate: 'impossible', note })
  }
}
