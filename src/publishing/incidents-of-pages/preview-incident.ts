import { componentImpacts, incidentSeverities } from '#contract'
import type { IncidentPreviewBody, IncidentSeverity, PlainMail } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { findAnyIncident, listShowingPages } from '#storage/status-pages'
import type { AnyIncident, ShowingPageRow } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { affectedServices, worstImpact } from '../pages/impact-summary.ts'
import { pageServices } from '../pages/page-services.ts'
import type { PlacedService } from '../pages/page-services.ts'
import { publicKey } from '../pages/public-key.ts'
import { findPublicPage } from '../pages/public-page.ts'
import type { PublicPage } from '../pages/public-page.ts'
import type { PublicIncident } from '../pages/public-status-page.ts'
import { statusOf } from '../incidents/incident-updates.ts'
import { recipientsOf } from './recipients.ts'
import { exampleIncidentMail } from '../subscriptions/subscriber-mail.ts'

/** An update of an incident as readers would see it, and who would be mailed. */
export interface PreviewedIncident {
  readonly pages: readonly { id: string; name: string; url: string; recipients: number }[]
  /** On the page that was asked for or the first; null when no page shows it. */
  readonly shown: { readonly page: PublicPage; readonly event: PublicIncident; readonly mail: PlainMail } | null
}

/** Changes nothing. Throws INCIDENT_NOT_FOUND and STATUS_PAGE_NOT_FOUND. */
export async function previewIncident(
  store: Store,
  caller: Caller,
  { body, ...terms }: { readonly body: IncidentPreviewBody } & Parameters<typeof exampleIncidentMail>[2],
): Promise<PreviewedIncident> {
  const { accountId } = caller
  const found = await knownIncident(store, accountId, body.incidentId)
  const about = aboutOf(found, body)
  const showing = await pagesOf(store, accountId, about)
  const isHidden = found !== null && found.incident.unpublishedAt !== null
  const { statusPageId, impacts } = about
  const countOf = await recipientsOf(store, {
    accountId,
    pageIds: isHidden ? [] : showing.map(({ id }) => id),
    components:
      about.isOfPage && statusPageId !== null
        ? { statusPageId, ids: impacts.map(({ componentId }) => componentId) }
        : about.isOfPage
          ? null
          : { statusPageId: null, ids: about.serviceIds },
  })
  const pages = showing.map(({ id, name, url }) => ({ id, name, url, recipients: countOf.get(id) ?? 0 }))
  const chosen = pages.find(({ id }) => id === body.statusPageId?.toLowerCase()) ?? pages[0]
  const page = chosen ? await findPublicPage(store, chosen.url) : null
  if (page === null || page.accountId !== accountId) return { pages, shown: null }
  const event = await eventOf(store, page, { found, about, body, nowMs: caller.nowMs })
  return { pages, shown: { page, event, mail: exampleIncidentMail(event, page.profile, terms) } }
}

async function knownIncident(store: Store, accountId: string, id: string | undefined): Promise<AnyIncident | null> {
  if (id === undefined) return null
  const found = await findAnyIncident(store.db, accountId, id)
  if (found === null) throw new Fault('INCIDENT_NOT_FOUND')
  return found
}

/** The subject of an incident: services, or components of a page. */
interface About {
  readonly isOfPage: boolean
  readonly statusPageId: string | null
  readonly serviceIds: readonly string[]
  readonly impacts: readonly { readonly componentId: string; readonly status: string; readonly endedAt: Date | null }[]
}

function aboutOf(found: AnyIncident | null, body: IncidentPreviewBody): About {
  const { incident, services, impacts } = found ?? unknownIncident(body)
  return {
    isOfPage: found === null ? body.serviceIds === undefined : incident.statusPageId !== null,
    statusPageId: incident.statusPageId,
    serviceIds: (body.serviceIds ?? services.map(({ id }) => id)).map((id) => id.toLowerCase()),
    impacts: (
      body.componentImpacts?.filter(isImpact).map((one) => ({ ...one, endedAt: null })) ??
      impacts.map(({ componentId, status, endedAt }) => ({ componentId, status, endedAt }))
    ).map((one) => ({ ...one, componentId: one.componentId.toLowerCase() })),
  }
}

const unknownIncident = ({ statusPageId }: IncidentPreviewBody) => ({
  incident: { statusPageId: statusPageId ?? null },
  services: [],
  impacts: [],
})

const isImpact = ({ status }: { readonly status: string }): boolean => status !== 'OPERATIONAL'

async function pagesOf(store: Store, accountId: string, about: About): Promise<readonly ShowingPageRow[]> {
  const ids = about.isOfPage && about.statusPageId !== null ? [about.statusPageId] : []
  const rows = await listShowingPages(store.db, { accountId, serviceIds: about.isOfPage ? [] : about.serviceIds, ids })
  if (about.isOfPage && ids.length > 0 && rows.length === 0) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const updatesMax = 100

async function eventOf(
  store: Store,
  page: PublicPage,
  { found, about, body, nowMs }: { found: AnyIncident | null; about: About; body: IncidentPreviewBody; nowMs: number },
): Promise<PublicIncident> {
  const { cards } = await pageServices(store, page)
  const placed = cards.flatMap(({ services }) => services)
  const affected = affectedBy(about, placed)
  const earlier = publishedUpdates(found, nowMs)
  const at = new Date(nowMs)
  const { status, description } = body.update
  return {
    kind: 'INCIDENT',
    ...namedBy(found, body, nowMs),
    severity: about.isOfPage ? worstImpact(known(shownImpacts(about, placed, body))) : severityOf(found, body),
    status,
    services: affected.map(({ name }) => name),
    serviceKeys: affected.map(({ id }) => publicKey(id)),
    startsAt: earlier.at(-1)?.publicAt ?? at,
    endsAt: status === 'RESOLVED' ? at : null,
    postMortem: found && publishedPostMortem(found),
    postMortemPublishedAt: found?.incident.postMortemPublishedAt ?? null,
    updates: [
      { id: 'preview', status, description, at },
      ...earlier.map((row) => ({ id: row.id, status: statusOf(row), description: row.description, at: row.publicAt })),
    ],
  }
}

const namedBy = (found: AnyIncident | null, { name }: IncidentPreviewBody, nowMs: number) => ({
  id: found?.incident.id ?? timeOrderedId(nowMs),
  name: name ?? found?.incident.name ?? '',
})

function affectedBy({ isOfPage, impacts, serviceIds }: About, placed: readonly PlacedService[]): PlacedService[] {
  const ids = isOfPage ? impacts.map(({ componentId }) => componentId) : serviceIds
  return [...new Map(affectedServices(placed, ids).map((service) => [service.id, service])).values()]
}

/** Impacts on what readers see, and those that are over only of what is resolved. */
const shownImpacts = ({ impacts }: About, placed: readonly PlacedService[], { update }: IncidentPreviewBody) =>
  impacts.filter(
    ({ componentId, endedAt }) =>
      affectedServices(placed, [componentId]).length > 0 && (endedAt === null || update.status === 'RESOLVED'),
  )

const publishedUpdates = (found: AnyIncident | null, nowMs: number) =>
  (found?.updates ?? []).filter(({ publicAt }) => publicAt.getTime() <= nowMs).slice(0, updatesMax)

const publishedPostMortem = ({ incident: { postMortem, postMortemPublishedAt } }: AnyIncident): string | null =>
  postMortemPublishedAt === null ? null : postMortem

/** Those that the contract has. */
const known = (impacts: About['impacts']) =>
  componentImpacts.filter((one) => impacts.some(({ status }) => status === one))

const severityOf = (found: AnyIncident | null, { severity }: IncidentPreviewBody): IncidentSeverity =>
  severity ?? incidentSeverities.find((one) => one === found?.incident.severity) ?? 'MAJOR'
