import type { IncidentStatus, MaintenanceStatus, SubscriberKind } from '#contract'
import type { PublicState } from '#publishing'

/** A state as displayed: a service that nothing monitors is never shown as operational. */
export type ShownState = PublicState | 'UNKNOWN'

type Notice = readonly [title: string, text: string]

/** Everything that public status pages say in one language. A language is a file of this folder and a row in `languages`. */
export interface PageTexts {
  /** BCP 47, as in the `lang` of a page. */
  readonly language: string
  /** In itself. */
  readonly languageName: string
  /** How dates and numbers are written. */
  readonly locale: string
  readonly states: Readonly<Record<ShownState, string>>
  readonly pageStates: Readonly<Record<ShownState, string>>
  readonly severities: Readonly<Record<PublicState | 'UNKNOWN', string>>
  readonly postMortem: string
  readonly statuses: Readonly<Record<IncidentStatus | MaintenanceStatus, string>>
  /** The trouble, by the names of services. */
  readonly headline: Readonly<
    Record<'down' | 'partlyDown' | 'affected' | 'maintained', (names: string, count: number) => string>
  > & {
    /** About two or more. */
    readonly others: (count: number) => string
    readonly other: string
    readonly since: string
    readonly asOf: string
  }
  readonly units: Readonly<Record<'second' | 'minute' | 'hour' | 'day', string>>
  readonly andMore: (first: string, more: number) => string
  readonly noKnownIncidents: string
  readonly skip: string
  readonly pages: string
  readonly status: string
  readonly history: string
  readonly getUpdates: string
  readonly now: string
  readonly current: string
  readonly upcoming: string
  readonly recent: string
  readonly nothingRecent: string
  readonly nothingElseRecent: string
  readonly older: string
  readonly addToCalendar: string
  readonly components: string
  readonly noComponents: string
  readonly noServices: string
  readonly emptyCard: string
  readonly days: {
    readonly ago: (count: number) => string
    readonly today: string
    readonly noData: string
    readonly noDowntime: string
    readonly maintenance: string
    readonly notMonitored: string
    readonly down: (state: string, duration: string, names: string) => string
    readonly recordedToday: (uptime: string) => string
    readonly recordedSince: (uptime: string, day: string) => string
    readonly none: string
    readonly uptime: (percent: string) => string
    readonly strip: (count: number, withEvents: number) => string
  }
  /** Of components that follow the page of their provider. */
  readonly provider: {
    readonly page: string
    readonly named: (name: string) => string
    readonly lastRead: string
    readonly never: string
  }
  readonly legend: Readonly<Record<'signs' | 'noDowntime' | 'maintenance' | 'notRecorded', string>>
  /** Of response times. */
  readonly chart: Readonly<Record<'title' | 'none' | 'ago' | 'now', string>> & {
    readonly ofTimes: (median: string, p95: string) => string
    /** From the bottom to the top of the picture. */
    readonly range: (top: string) => string
  }
  readonly affects: (names: string) => string
  readonly impact: (severity: string) => string
  readonly maintenance: string
  readonly months: string
  readonly nothingIn: (month: string) => string
  readonly cut: (count: number) => string
  readonly backTo: (name: string) => string
  readonly footer: Readonly<Record<'zone' | 'uptime' | 'language', string>>
  /** Names of links that pages have by themselves. */
  readonly links: Readonly<Record<string, string>>
  readonly snapshot: string
  readonly close: string
  /** In place of a longer word for it. */
  readonly badgeUnknown: string
  readonly feed: Readonly<Record<'maintenance' | 'planned' | 'until', string>> &
    Readonly<Record<'about' | 'calendar', (name: string) => string>>
  readonly subscribe: Readonly<
    Record<
      'address' | 'button' | 'about' | 'short' | 'byFeed' | 'calendar' | 'invalid' | 'sent' | 'sentText' | 'back',
      string
    >
  >
  readonly subscription: Readonly<
    Record<
      'ways' | 'about' | 'all' | 'some' | 'choose' | 'invalid' | 'needsBrowser' | 'allow' | 'denied' | 'failed',
      string
    >
  > & {
    readonly kinds: Readonly<Record<SubscriberKind, string>>
    readonly addresses: Readonly<Record<'webhook' | 'slack', string>>
    readonly notes: Readonly<Record<Exclude<SubscriberKind, 'mail'>, string>>
    readonly sent: Readonly<Record<Exclude<SubscriberKind, 'mail'>, Notice>>
    readonly manage: Readonly<Record<'title' | 'save' | 'saved', string>> & { readonly over: Notice }
  }
  readonly unlock: Readonly<Record<'title' | 'text' | 'password' | 'button' | 'wrong' | 'or' | 'closed', string>>
  /** How readers of a private page sign in. */
  readonly signIn: Readonly<Record<'title' | 'text' | 'button' | 'address' | 'request', string>> &
    Readonly<Record<'sent' | 'over', Notice>>
  readonly verify: Readonly<Record<'title' | 'text' | 'button', string>> &
    Readonly<Record<'done' | 'over' | 'full', Notice>>
  readonly unsubscribe: Readonly<Record<'title' | 'text' | 'button' | 'done', string>>
}
