import { dayMs } from '#kernel'
import { findUnobservedTimes } from '#observation'
import type { UnobservedTimes } from '#observation'
import { isUnderWay } from '#schedule'
import type { Store } from '#storage/database'
import { cardUptimePercent, uptimeDays } from '../uptime/service-uptime.ts'
import type { Interval } from '#schedule'
import { followedComponents } from '../feeds/followed-components.ts'
import type { FollowedComponent } from '../feeds/followed-components.ts'
import { gatherEvents, incidentEvent, maintenanceEvent, withUpdates } from './gather-events.ts'
import type { EventSummary, PageEvents } from './gather-events.ts'
import type { PlacedCard } from './page-services.ts'
import type { PublicPage } from './public-page.ts'
import { publicStates } from './public-status-page.ts'
import type {
  PublicCard,
  PublicEvent,
  PublicProvider,
  PublicService,
  PublicState,
  PublicStatusPage,
} from './public-status-page.ts'
import type { IncidentSummary } from './read-incidents.ts'
import { publicKey } from './public-key.ts'
import { effectsByService } from './effects-by-service.ts'
import { publicService, worstState } from './service-days.ts'
import { lastDays } from './utc-days.ts'

const recentDays = 14
const recentMax = 30
const updatesOfEach = 20

/**
 * The complete content of a status page at a time: six statements, one more for pages with components and one when locations have or
 * had no agent, whatever the number of services and incidents. The caller checks access.
 */
export async function readPublicStatusPage(store: Store, page: PublicPage, nowMs: number): Promise<PublicStatusPage> {
  const days = lastDays(uptimeDays, nowMs)
  const span = { from: new Date(days[0]?.startMs ?? nowMs), before: null, withOpen: true }
  const events = await gatherEvents(store, page, span, nowMs)
  const followed = await followedOf(store, page, { startMs: days[0]?.startMs ?? nowMs, endMs: nowMs })
  const chosen = chooseEvents(events, nowMs)
  const all = [...chosen.open, ...chosen.active, ...chosen.upcoming, ...chosen.recent]
  const { nameOf } = events.services
  const written = new Map<EventSummary, PublicEvent>()
  for (const [index, event] of (await withUpdates(store, page, all, { nameOf, nowMs, updatesOfEach })).entries()) {
    const summary = all[index]
    if (summary) written.set(summary, event)
  }
  const of = (summaries: readonly EventSummary[]) => summaries.flatMap((summary) => written.get(summary) ?? [])
  return {
    profile: page.profile,
    at: new Date(nowMs),
    state: stateOfPage(events, followed),
    cards: cardsOf({ ...events, followed }, days, await unobservedOf(store, page, days)),
    openIncidents: of(chosen.open).flatMap((event) => (event.kind === 'INCIDENT' ? [event] : [])),
    activeMaintenances: of(chosen.active).flatMap((event) => (event.kind === 'MAINTENANCE' ? [event] : [])),
    upcomingMaintenances: of(chosen.upcoming).flatMap((event) => (event.kind === 'MAINTENANCE' ? [event] : [])),
    recent: of(chosen.recent),
  }
}

interface ChosenEvents {
  readonly open: readonly EventSummary[]
  readonly active: readonly EventSummary[]
  readonly upcoming: readonly EventSummary[]
  readonly recent: readonly EventSummary[]
}

function chooseEvents({ incidents, maintenances }: PageEvents, nowMs: number): ChosenEvents {
  const open = incidents.filter(({ endMs }) => endMs === null)
  const active = maintenances.filter(({ status }) => isUnderWay(status))
  const upcoming = maintenances.filter(({ status, row }) => status === 'SCHEDULED' && row.endsAt.getTime() > nowMs)
  const recent = [
    ...incidents.filter(({ endMs }) => endMs !== null).map(incidentEvent),
    ...maintenances.filter(({ status }) => status === 'COMPLETED' || status === 'CANCELLED').map(maintenanceEvent),
  ].filter(({ startMs }) => startMs > nowMs - recentDays * dayMs && startMs <= nowMs)
  return {
    open: open.toSorted(mostSevereFirst).map(incidentEvent).slice(0, recentMax),
    active: active.map(maintenanceEvent).toSorted(latestFirst).slice(0, recentMax),
    upcoming: upcoming.map(maintenanceEvent).toSorted(latestFirst).toReversed().slice(0, recentMax),
    recent: recent.toSorted(latestFirst).slice(0, recentMax),
  }
}

const rankOf = ({ severity }: IncidentSummary): number => publicStates.indexOf(severity)

/** A critical incident must not be below a newer one of lower severity. */
const mostSevereFirst = (a: IncidentSummary, b: IncidentSummary): number =>
  rankOf(b) - rankOf(a) || b.startMs - a.startMs

export const latestFirst = (a: EventSummary, b: EventSummary): number => b.startMs - a.startMs

type Followed = ReadonlyMap<string, FollowedComponent>

/** The components of a page by the word of providers; pages with cards have none. */
export const followedOf = async (
  store: Store,
  { id, accountId, profile }: PublicPage,
  window: Interval,
): Promise<Followed> =>
  profile.hasComponents ? followedComponents(store.db, { accountId, statusPageId: id }, window) : new Map()

export function stateOfPage({ incidents, maintenances, services }: PageEvents, followed: Followed): PublicState {
  const open: PublicState[] = [
    ...incidents.filter(({ endMs }) => endMs === null).map(({ severity }) => severity),
    ...services.ids.map((id) => followed.get(id)?.state ?? 'OPERATIONAL').filter((state) => state !== 'UNKNOWN'),
  ]
  return worstState(maintenances.some(({ status }) => isUnderWay(status)) ? [...open, 'MAINTENANCE'] : open)
}

const alwaysObserved: UnobservedTimes = { times: [], absences: [], isNow: false }

/** By service. */
type Unobserved = ReadonlyMap<string, UnobservedTimes>

const unobservedOf = (store: Store, { accountId }: PublicPage, days: readonly Interval[]): Promise<Unobserved> =>
  findUnobservedTimes(store.db, accountId, { startMs: days[0]?.startMs ?? 0, endMs: days.at(-1)?.endMs ?? 0 })

function cardsOf(
  { followed, ...events }: PageEvents & { readonly followed: Followed },
  days: readonly Interval[],
  unobserved: Unobserved,
): PublicCard[] {
  const shown = events.maintenances.filter(({ row }) => row.showsServices)
  const { incidentsOf, maintenancesOf } = effectsByService(events.incidents, shown, followed)
  const services = new Map<string, PublicService>()
  for (const placed of events.services.cards.flatMap((card) => card.services)) {
    const { id, name, description, showsHistory, createdAt } = placed
    if (services.has(id)) continue
    const { times, absences, isNow } = unobserved.get(id) ?? alwaysObserved
    const provider = followed.get(id)
    const of = {
      key: publicKey(id),
      name,
      description,
      showsHistory,
      createdAtMs: createdAt.getTime(),
      isMonitored: !isNow && provider?.state !== 'UNKNOWN',
      provider: providerOf(provider),
      unobserved: [...times, ...(provider?.unknown ?? [])],
      absences,
      incidents: incidentsOf.get(id) ?? [],
      maintenances: maintenancesOf.get(id) ?? [],
    }
    services.set(id, publicService(of, days))
  }
  return events.services.cards.map((card) => cardOf(card, services))
}

const providerOf = (provider: FollowedComponent | undefined): PublicProvider | null =>
  provider?.feed ? { name: provider.feed.pageName, readAt: provider.feed.readAt } : null

function cardOf(card: PlacedCard, known: ReadonlyMap<string, PublicService>): PublicCard {
  const services = card.services.flatMap(({ id }) => known.get(id) ?? [])
  return {
    key: card.id === null ? null : publicKey(card.id),
    name: card.name,
    description: card.description,
    isFolded: card.isFolded,
    showsHistory: card.showsHistory,
    state: worstState(services.map(({ state }) => state)),
    uptimePercent: cardUptimePercent(services.map((service) => service.uptimePercent)),
    services,
  }
}
