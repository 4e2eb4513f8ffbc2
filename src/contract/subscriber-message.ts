import type { MaintenanceStatus } from './resources/maintenance-window.ts'

/** Why subscribers hear of a maintenance: a status page asked for it (semantics 7.7), or somebody posted an update. */
export type MaintenanceNews = 'REMINDER' | 'STARTED' | 'ENDED' | 'UPDATE'

export interface IncidentMessage {
  readonly kind: 'INCIDENT'
  readonly incidentId: string
  readonly name: string
  readonly severity: string
  readonly status: string
  readonly description: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Names of those the page shows. */
  readonly services: readonly string[]
}

export interface MaintenanceMessage {
  readonly kind: 'MAINTENANCE'
  readonly news: MaintenanceNews
  readonly maintenanceId: string
  readonly name: string
  readonly status: MaintenanceStatus
  readonly description: string
  /** ISO 8601. */
  readonly startsAt: string
  readonly endsAt: string
  /** Names of those the page shows; none when the window does not tell them. */
  readonly services: readonly string[]
}

/** What the subscribers of a status page are told. The page and the links are known when the mail is written. */
export type SubscriberMessage = { readonly kind: 'VERIFICATION' } | IncidentMessage | MaintenanceMessage
