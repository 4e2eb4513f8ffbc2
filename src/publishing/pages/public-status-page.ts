import type {
  IncidentSeverity,
  IncidentStatus,
  MaintenanceStatus,
  PageTheme,
  PublicState,
  SomeThemeColors,
} from '#contract'

export { publicStates } from '#contract'
export type { PublicState } from '#contract'

/** Texts and appearance of a page. Nothing here or below names an account or holds a secret. */
export interface PublicPageProfile {
  readonly name: string
  /** Last part of its address. */
  readonly url: string
  readonly description: string | null
  readonly customDomain: string | null
  readonly logo: string | null
  readonly logoDark: string | null
  readonly favicon: string | null
  readonly redirectTo: string | null
  readonly defaultTheme: PageTheme
  readonly themeColors: SomeThemeColors | null
  readonly isPrivate: boolean
  /** Whether search engines may list it. */
  readonly isListed: boolean
  /** Whether it consists of components, with impacts instead of severities. */
  readonly hasComponents: boolean
  /** The sites that may show it in a frame. */
  readonly embedOrigins: readonly string[]
  /** Among which readers get theirs; empty: all. */
  readonly languages: readonly string[]
  /** Below the page. */
  readonly footer: { readonly text: string | null; readonly links: readonly PageLink[] }
}

export interface PageLink {
  readonly name: string
  /** An http, https or mailto URL. */
  readonly url: string
}

export interface PublicDay {
  /** `YYYY-MM-DD`, a day in UTC. */
  readonly date: string
  /** The worst severity of the day; null without data, because the service was not recorded yet or nobody ran its checks. */
  readonly state: PublicState | null
  readonly downtimeSeconds: number
  /** The time in which nobody ran its checks, incidents apart. */
  readonly unknownSeconds: number
  /** Names of the incidents with downtime on this day, ten at most. */
  readonly incidents: readonly string[]
}

/** The page of a provider that a component follows. */
export interface PublicProvider {
  /** As the provider calls its page; null before it was read. */
  readonly name: string | null
  /** When it was read last; null: never. */
  readonly readAt: Date | null
}

export interface PublicService {
  /** Names it to programs, and stays the same. */
  readonly key: string
  readonly name: string
  readonly description: string | null
  readonly createdAt: Date
  /** Whether its days and its uptime are shown. */
  readonly showsHistory: boolean
  readonly state: PublicState
  /** False while nobody runs any of the checks that open its incidents, or the page of its provider cannot be read. */
  readonly isMonitored: boolean
  /** Of a component that follows a page of its provider. */
  readonly provider: PublicProvider | null
  /** Over the recorded time within `days`, from 0 to 100, without the unknown part; null when nothing else was recorded. */
  readonly uptimePercent: number | null
  /** How many of `days` have recorded time. */
  readonly recordedDays: number
  /** Oldest first; the last is the current day. */
  readonly days: readonly PublicDay[]
}

export interface PublicCard {
  /** Null above services that are in no group. */
  readonly key: string | null
  /** Null above services that are in no group. */
  readonly name: string | null
  readonly description: string | null
  /** Of a group: whether its services are behind a click. */
  readonly isFolded: boolean
  /** The worst of its services. */
  readonly state: PublicState
  readonly showsHistory: boolean
  /** The mean of its services; null without one. */
  readonly uptimePercent: number | null
  readonly services: readonly PublicService[]
}

export interface PublicUpdate<Status> {
  /** Of the update; permalinks and feeds name it. */
  readonly id: string
  readonly status: Status
  readonly description: string
  readonly at: Date
}

export interface PublicIncident {
  readonly kind: 'INCIDENT'
  readonly id: string
  readonly name: string
  /** A severity, or the worst impact that it has or had on the components of the page; OPERATIONAL without one. */
  readonly severity: PublicState
  readonly status: IncidentStatus
  /** Names of those on the page. */
  readonly services: readonly string[]
  /** Their keys, in the same order. */
  readonly serviceKeys: readonly string[]
  readonly startsAt: Date
  /** Null while it is open. */
  readonly endsAt: Date | null
  /** In Markdown; null until it is published. */
  readonly postMortem: string | null
  readonly postMortemPublishedAt: Date | null
  /** Newest first. */
  readonly updates: readonly PublicUpdate<IncidentStatus>[]
}

export interface PublicMaintenance {
  readonly kind: 'MAINTENANCE'
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly severity: IncidentSeverity | null
  readonly status: MaintenanceStatus
  /** When it was planned. */
  readonly announcedAt: Date
  /** Names of those on the page; empty when the maintenance hides them. */
  readonly services: readonly string[]
  /** Their keys, in the same order. */
  readonly serviceKeys: readonly string[]
  readonly startsAt: Date
  readonly endsAt: Date
  /** Newest first. */
  readonly updates: readonly PublicUpdate<MaintenanceStatus>[]
}

export type PublicEvent = PublicIncident | PublicMaintenance

export interface PublicStatusPage {
  readonly profile: PublicPageProfile
  /** The time that this snapshot describes. */
  readonly at: Date
  readonly state: PublicState
  readonly cards: readonly PublicCard[]
  /** Most severe first, within one severity newest first. */
  readonly openIncidents: readonly PublicIncident[]
  readonly activeMaintenances: readonly PublicMaintenance[]
  /** Soonest first. */
  readonly upcomingMaintenances: readonly PublicMaintenance[]
  /** Events that ended or began in the last days, latest first, without open, active or future ones. */
  readonly recent: readonly PublicEvent[]
}
