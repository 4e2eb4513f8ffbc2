import type { IncidentStatus, MaintenanceAnnouncement, MaintenanceStatus, PublicState, SubscriberKind } from '#contract'

/** A state as displayed: a service that nothing monitors is never shown as operational. */
export type ShownState = PublicState | 'UNKNOWN'

type Notice = readonly [title: string, text: string]

/** A text with places for values. `count` chooses its plural form. */
type Filled<Values> = (values: Readonly<Values>) => string

/**
 * Everything that public status pages say in one language. `languages/` has the languages of the product; files of an
 * operator have others.
 */
export interface PageTexts {
  /** BCP 47, as in the `lang` of a page. */
  readonly language: string
  /** In itself. */
  readonly languageName: string
  /** How dates and numbers are written. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly states: Readonly<Record<ShownState, string>>
  readonly pageStates: Readonly<Record<ShownState, string>>
  readonly severities: Readonly<Record<PublicState | 'UNKNOWN', string>>
  readonly postMortem: string
  readonly statuses: Readonly<Record<IncidentStatus | MaintenanceStatus, string>>
  /** The trouble, by the names of services. */
  readonly headline: Readonly<
    Record<'down' | 'partlyDown' | 'affected' | 'maintained', Filled<{ names: string; count: number }>>
  > & {
    readonly others: Filled<{ count: number }>
    readonly since: string
    readonly asOf: string
  }
  readonly units: Readonly<Record<'second' | 'minute' | 'hour' | 'day', string>>
  readonly andMore: Filled<{ names: string; count: number }>
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
    readonly ago: Filled<{ count: number }>
    readonly today: string
    readonly noData: string
    readonly noDowntime: string
    readonly maintenance: string
    readonly notMonitored: string
    readonly down: Filled<{ state: string; duration: string; names: string }>
    readonly recordedToday: Filled<{ uptime: string }>
    readonly recordedSince: Filled<{ uptime: string; day: string }>
    readonly none: string
    readonly uptime: Filled<{ percent: string }>
    readonly stripClear: Filled<{ count: number }>
    /** The count is that of days with events. */
    readonly strip: Filled<{ days: number; count: number }>
  }
  /** Of components that follow the page of their provider. */
  readonly provider: {
    readonly page: string
    readonly named: Filled<{ name: string }>
    readonly lastRead: string
    readonly never: string
  }
  readonly legend: Readonly<Record<'signs' | 'noDowntime' | 'maintenance' | 'notRecorded', string>>
  /** Of response times. */
  readonly chart: Readonly<Record<'title' | 'none' | 'ago' | 'now', string>> & {
    readonly ofTimes: Filled<{ median: string; p95: string }>
    /** From the bottom to the top of the picture. */
    readonly range: Filled<{ top: string }>
  }
  readonly affects: Filled<{ names: string }>
  readonly impact: Filled<{ severity: string }>
  readonly maintenance: string
  readonly months: string
  readonly nothingIn: Filled<{ month: string }>
  readonly cut: Filled<{ count: number }>
  readonly backTo: Filled<{ name: string }>
  readonly footer: Readonly<Record<'zone' | 'uptime' | 'language', string>>
  /** Names of links that pages have by themselves. */
  readonly links: Readonly<Record<string, string>>
  readonly snapshot: string
  readonly close: string
  /** In place of a longer word for it. */
  readonly badgeUnknown: string
  readonly feed: Readonly<Record<'maintenance' | 'planned' | 'until', string>> &
    Readonly<Record<'about' | 'calendar', Filled<{ name: string }>>>
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
  /** Sentences of the service itself about an incident. */
  readonly automatic: { readonly alsoAffected: Filled<{ name: string }>; readonly resolved: string }
  /** Of mails, messages and notifications to subscribers. */
  readonly mail: Readonly<
    Record<'incident' | 'maintenance' | 'service' | 'impact' | 'none' | 'start' | 'end' | 'open' | 'choose', string>
  > & {
    readonly news: Readonly<Record<MaintenanceAnnouncement, string>>
    readonly why: Filled<{ page: string }>
    readonly confirm: Readonly<Record<'subject' | 'title' | 'why' | 'slack' | 'browser', Filled<{ page: string }>>> &
      Readonly<Record<'about' | 'how' | 'button' | 'link', string>>
    /** To a reader of a private page. */
    readonly invited: Readonly<Record<'subject' | 'title', Filled<{ page: string }>>> &
      Readonly<Record<'how' | 'why', string>>
    readonly signIn: Readonly<Record<'subject' | 'title', Filled<{ page: string }>>> & {
      /** Of minutes. */
      readonly once: Filled<{ count: number }>
      readonly ignore: string
    }
  }
}
