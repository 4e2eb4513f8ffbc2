import type { DefinedComponent, PagePreviewBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { findAnyPage, listComponents, listServices } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { PageComponentRow } from '#storage/status-pages'
import { arrangeComponents } from './arrange-components.ts'
import type { PlacedCard } from './page-services.ts'
import { profileOf } from './public-page.ts'
import type { PublicPage } from './public-page.ts'
import type { PublicStatusPage } from './public-status-page.ts'
import { readPublicStatusPage } from './read-public-status-page.ts'

/**
 * The content of a page as it would be with the given settings and parts, with the incidents and maintenance that it has now.
 * Throws STATUS_PAGE_NOT_FOUND.
 */
export async function readDraftPage(
  store: Store,
  { accountId, nowMs }: Caller,
  body: PagePreviewBody,
): Promise<PublicStatusPage> {
  const { id, createdAt } = await placeOf(store, { accountId, nowMs }, body.statusPageId)
  const { isPrivate = false } = body.page
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
    }),
    cards: await cardsOf(store, { accountId, statusPageId: id, nowMs }, body),
  }
  return readPublicStatusPage(store, page, nowMs)
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

async function cardsOf(
  { db }: Store,
  place: Place,
  { version, components, cards }: PagePreviewBody,
): Promise<PlacedCard[]> {
  if (version === 3) {
    const stored = await listComponents(db, place)
    return arrangeComponents(draftComponents(components ?? [], stored, place.nowMs))
  }
  const services = await listServices(db, { accountId: place.accountId, fromId: null, limit: null })
  const byId = new Map(services.map((service) => [service.id, service]))
  return (cards ?? []).map(({ name, serviceIds }) => ({
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

/** In their order; a component that the page does not have yet is as old as this moment. */
function draftComponents(given: readonly DefinedComponent[], stored: readonly PageComponentRow[], nowMs: number) {
  const known = new Map(stored.map((component) => [component.id, component]))
  const ids = new Map(given.map(({ id }) => [id, known.get(id.toLowerCase())?.id ?? timeOrderedId(nowMs)]))
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
