import type { DefinedComponent, PagePreviewBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { findAnyPage, listComponents, listServices } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { PageComponentRow } from '#storage/status-pages'
import { arrangeComponents } from './arrange-components.ts'
import type { PlacedCard } from './page-services.ts'
import { profileOf } from './public-page.ts'
import type { PublicPage } from './public-page.ts'
import type { PublicStatusPage } from './public-status-page.ts'
import { readPublicStatusPage } from './read-public-status-page.ts'

export interface DraftPage {
  readonly page: PublicPage
  readonly shown: PublicStatusPage
}

/**
 * The content of a page as it would be with the given settings and parts, with the incidents and maintenance that it has now.
 * Throws STATUS_PAGE_NOT_FOUND.
 */
export async function readDraftPage(
  store: Store,
  { accountId, nowMs }: Caller,
  body: PagePreviewBody,
): Promise<DraftPage> {
  const { id, createdAt } = await placeOf(store, { accountId, nowMs }, body.statusPageId)
  const { isPrivate = false } = body.page
  const parts = await partsOf(store, { accountId, statusPageId: id, nowMs }, body)
  const page: PublicPage = {
    id,
    accountId,
    isPrivate,
    createdAt,
    profile: profileOf({
      name: body.page.name,
      url: body.page.url ?? '',
      customDomain: null,
      isPrivate,
      settings: settingsOf(body),
      display: { embedOrigins: [], languages: body.languages ?? [] },
    }),
    ...parts,
  }
  return { page, shown: await readPublicStatusPage(store, page, nowMs) }
}

/** Of the page that is edited, or of a new one. */
async function placeOf(
  { db }: Store,
  { accountId, nowMs }: Pick<Caller, 'accountId' | 'nowMs'>,
  given?: string | null,
) {
  if (given === undefined || given === null) return { id: timeOrderedId(nowMs), createdAt: new Date(nowMs) }
  const stored = await findAnyPage(db, accountId, given.toLowerCase())
  if (stored === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return stored
}

function settingsOf({ version, page }: PagePreviewBody) {
  const shared = {
    description: page.description ?? null,
    themeColors: page.themeColors ?? null,
    logo: page.logo ?? null,
    logoDark: page.logoDark ?? null,
    favicon: null,
    redirectTo: page.redirectTo ?? null,
    defaultTheme: page.defaultTheme ?? 'AUTO',
    ...footOf(page),
    googleAnalyticsTag: null,
  }
  return version === 3 ? { ...shared, allowIndexing: false } : { ...shared, themeColors: null, version: null }
}

const footOf = (page: PagePreviewBody['page']) => ({
  privacyPolicyLink: page.privacyPolicyLink ?? null,
  termsOfServiceLink: page.termsOfServiceLink ?? null,
  supportLink: page.supportLink ?? null,
  footerText: page.footerText ?? null,
})

interface Place {
  readonly accountId: string
  readonly statusPageId: string
  readonly nowMs: number
}

/** The cards of a draft, and its charts by the ids that they have there. */
async function partsOf(
  { db }: Store,
  place: Place,
  { version, components = [], cards = [], charts = [] }: PagePreviewBody,
): Promise<Required<Pick<PublicPage, 'cards' | 'charts'>>> {
  if (version === 2) return { cards: await serviceCards(db, place, cards), charts }
  const stored = await listComponents(db, place)
  const ids = draftIds(components, stored, place.nowMs)
  return {
    cards: arrangeComponents(draftComponents(components, stored, { ids, nowMs: place.nowMs })),
    charts: charts.map((chart) => ({ ...chart, componentId: ids.get(chart.componentId) ?? '' })),
  }
}

async function serviceCards(
  db: Queryable,
  place: Place,
  cards: NonNullable<PagePreviewBody['cards']>,
): Promise<PlacedCard[]> {
  const services = await listServices(db, { accountId: place.accountId, fromId: null, limit: null })
  const byId = new Map(services.map((service) => [service.id, service]))
  return cards.map(({ name, serviceIds }) => ({
    id: null,
    name,
    description: null,
    isFolded: false,
    showsHistory: true,
    services: [...new Set(serviceIds.map((id) => id.toLowerCase()))]
      .flatMap((id) => byId.get(id) ?? [])
      .map((service) => ({ ...service, description: null, showsHistory: true, groupIds: [] })),
  }))
}

/** The ids of components by those that the draft gives them. */
function draftIds(
  given: readonly DefinedComponent[],
  stored: readonly PageComponentRow[],
  nowMs: number,
): ReadonlyMap<string, string> {
  const known = new Set(stored.map(({ id }) => id))
  return new Map(given.map(({ id }) => [id, known.has(id.toLowerCase()) ? id.toLowerCase() : timeOrderedId(nowMs)]))
}

/** In their order; a component that the page does not have yet is as old as this moment. */
function draftComponents(
  given: readonly DefinedComponent[],
  stored: readonly PageComponentRow[],
  { ids, nowMs }: { readonly ids: ReadonlyMap<string, string>; readonly nowMs: number },
) {
  const known = new Map(stored.map((component) => [component.id, component]))
  return given.map((component, index) => ({
    id: ids.get(component.id) ?? '',
    parentId: ids.get(component.parentId ?? '') ?? null,
    type: component.type ?? ('SERVICE' as const),
    name: component.name,
    description: component.description || null,
    displayOrder: index,
    hidden: component.hidden ?? false,
    configuration: { showHistoricalData: true, ...component.configuration },
    createdAt: known.get(component.id.toLowerCase())?.createdAt ?? new Date(nowMs),
  }))
}
