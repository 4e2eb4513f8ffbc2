import { publicKey, statuspageStates } from '#publishing'
import type {
  PublicCard,
  PublicEvent,
  PublicIncident,
  PublicMaintenance,
  PublicPage,
  PublicService,
  PublicState,
  PublicStatusPage,
} from '#publishing'
import { eventPath } from '../events.ts'
import type { PageUrls } from '../page-urls.ts'

/** The page and the events of a response. */
export interface StatuspageSource {
  readonly found: PublicPage
  readonly urls: PageUrls
  readonly shown: PublicStatusPage
}

const componentStatus = (state: PublicState): string => statuspageStates[state][0]
const indicatorOf = (state: PublicState): string => statuspageStates[state][1]

/** Of every response. The page changed when the last thing was said about it. */
export const pageJson = ({ found, urls, shown }: StatuspageSource) => ({
  id: publicKey(found.id),
  name: found.profile.name,
  url: urls.origin + urls.base,
  time_zone: 'Etc/UTC',
  updated_at: latestOf(eventsOf(shown), found.createdAt),
})

export const statusOf = ({ shown }: StatuspageSource) => ({
  indicator: indicatorOf(shown.state),
  description: statuspageStates[shown.state][2],
})

const eventsOf = (shown: PublicStatusPage): PublicEvent[] => [
  ...shown.openIncidents,
  ...shown.activeMaintenances,
  ...shown.upcomingMaintenances,
  ...shown.recent,
]

const saidAt = (event: PublicEvent): Date =>
  event.updates[0]?.at ?? (event.kind === 'INCIDENT' ? event.startsAt : event.announcedAt)

const latestOf = (events: readonly PublicEvent[], otherwise: Date): Date =>
  events.map(saidAt).reduce((latest, at) => (at > latest ? at : latest), otherwise)

/** A group, or a service of one, with its place on the page. */
interface Placed {
  readonly card: PublicCard
  readonly service: PublicService | null
  readonly position: number
}

const placedOf = ({ cards }: PublicStatusPage): Placed[] =>
  cards
    .flatMap((card) => [
      ...(card.key === null ? [] : [{ card, service: null }]),
      ...card.services.map((service) => ({ card, service })),
    ])
    .map((placed, index) => ({ ...placed, position: index + 1 }))

/** The services of a page, each behind the group that it is in. */
export const componentsOf = (source: StatuspageSource): object[] =>
  placedOf(source.shown).map(({ card, service, position }) =>
    service === null ? groupJson(source, card, position) : componentJson(source, { card, service }, position),
  )

const groupJson = ({ found }: StatuspageSource, card: PublicCard, position: number) => ({
  id: card.key,
  name: card.name,
  status: componentStatus(card.state),
  created_at: found.createdAt,
  updated_at: found.createdAt,
  position,
  description: card.description,
  showcase: false,
  start_date: null,
  group_id: null,
  page_id: publicKey(found.id),
  group: true,
  only_show_if_degraded: false,
  components: card.services.map(({ key }) => key),
})

const componentJson = (
  { found, shown }: StatuspageSource,
  { card, service }: { readonly card: PublicCard; readonly service: PublicService },
  position: number,
) => ({
  id: service.key,
  name: service.name,
  status: componentStatus(service.state),
  created_at: service.createdAt,
  updated_at: latestOf(
    eventsOf(shown).filter(({ serviceKeys }) => serviceKeys.includes(service.key)),
    service.createdAt,
  ),
  position,
  description: service.description,
  showcase: service.showsHistory,
  start_date: service.createdAt.toISOString().slice(0, 10),
  group_id: card.key,
  page_id: publicKey(found.id),
  group: false,
  only_show_if_degraded: false,
})

export const incidentsOf = (source: StatuspageSource, events: readonly PublicEvent[]): object[] =>
  events.flatMap((event) => (event.kind === 'INCIDENT' ? [eventJson(source, event)] : []))

export const maintenancesOf = (source: StatuspageSource, events: readonly PublicEvent[]): object[] =>
  events.flatMap((event) =>
    event.kind === 'MAINTENANCE'
      ? [{ ...eventJson(source, event), scheduled_for: event.startsAt, scheduled_until: event.endsAt }]
      : [],
  )

/** There is no other word for a maintenance that was called off. */
const statusWord = ({ status }: { readonly status: PublicEvent['status'] }): string =>
  status === 'CANCELLED' ? 'completed' : status.toLowerCase()

/** An incident ends with its published post-mortem. */
const eventStatus = (event: PublicEvent): string =>
  event.kind === 'INCIDENT' && event.status === 'RESOLVED' && event.postMortem !== null
    ? 'postmortem'
    : statusWord(event)

function eventJson(source: StatuspageSource, event: PublicEvent) {
  const { found, urls, shown } = source
  const createdAt = event.kind === 'INCIDENT' ? event.startsAt : event.announcedAt
  const affected = placedOf(shown).flatMap(({ card, service, position }) =>
    service !== null && event.serviceKeys.includes(service.key)
      ? [componentJson(source, { card, service }, position)]
      : [],
  )
  return {
    id: event.id,
    name: event.name,
    status: eventStatus(event),
    created_at: createdAt,
    updated_at: saidAt(event),
    monitoring_at: event.updates.findLast(({ status }) => status === 'MONITORING')?.at ?? null,
    resolved_at: resolvedAt(event),
    started_at: event.startsAt,
    impact: event.kind === 'INCIDENT' ? indicatorOf(event.severity) : 'maintenance',
    shortlink: urls.origin + eventPath(urls, event),
    page_id: publicKey(found.id),
    incident_updates: updatesOf(event),
    components: affected,
    reminder_intervals: null,
    ...postMortemOf(event),
    postmortem_ignored: false,
    postmortem_notified_subscribers: false,
    postmortem_notified_twitter: false,
  }
}

/** Null until it is published. */
function postMortemOf(event: PublicEvent) {
  const isPublished = event.kind === 'INCIDENT' && event.postMortem !== null
  const at = isPublished ? event.postMortemPublishedAt : null
  return {
    postmortem_body: isPublished ? event.postMortem : null,
    postmortem_body_last_updated_at: at,
    postmortem_published_at: at,
  }
}

const resolvedAt = (event: PublicIncident | PublicMaintenance): Date | null =>
  event.kind === 'INCIDENT' || event.status === 'COMPLETED' ? event.endsAt : null

function updatesOf(event: PublicEvent): object[] {
  const during = componentStatus(event.kind === 'INCIDENT' ? event.severity : 'MAINTENANCE')
  const updates = [...event.updates, ...(event.kind === 'MAINTENANCE' ? [planOf(event)] : [])]
  const oldest = updates.length - 1
  return updates.map(({ id, status, description, at }, index) => {
    const isOver = status === 'RESOLVED' || status === 'COMPLETED'
    const change = {
      old_status: index === oldest ? 'operational' : during,
      new_status: isOver ? 'operational' : during,
    }
    return {
      id,
      status: statusWord({ status }),
      body: description,
      incident_id: event.id,
      created_at: at,
      updated_at: at,
      display_at: at,
      affected_components: event.services.map((name, place) => ({ code: event.serviceKeys[place], name, ...change })),
      deliver_notifications: true,
      custom_tweet: null,
      tweet_id: null,
    }
  })
}

/** There, a maintenance begins with the update that announces it. */
const planOf = ({ id, description, announcedAt: at }: PublicMaintenance) => ({
  id: `${id}-plan`,
  status: 'SCHEDULED' as const,
  description: description ?? '',
  at,
})
