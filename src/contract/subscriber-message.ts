import type { MaintenanceStatus } from './resources/maintenance-window.ts'

/** Why subscribers are notified of a maintenance: it begins soon, began or ended, or a user posted an update. */
export type MaintenanceAnnouncement = 'REMINDER' | 'STARTED' | 'ENDED' | 'UPDATE'

export interface IncidentMessage {
  readonly kind: 'INCIDENT'
  readonly incidentId: string
  readonly name: string
  readonly severity: string
  readonly status: string
  readonly description: string
  /** ISO 8601. */
  readonly startedAt: string
  /** Names of the affected services on the page. */
  readonly services: readonly string[]
}

export interface MaintenanceMessage {
  readonly kind: 'MAINTENANCE'
  readonly news: MaintenanceAnnouncement
  readonly maintenanceId: string
  readonly name: string
  readonly status: MaintenanceStatus
  readonly description: string
  /** ISO 8601. */
  readonly startsAt: string
  readonly endsAt: string
  /** Names of the affected services on the page; empty when the window does not show them. */
  readonly services: readonly string[]
}

/** A message to the subscribers of a status page. The page and the links are added when the mail is written. */
export type SubscriberMessage = { readonly kind: 'VERIFICATION' } | IncidentMessage | MaintenanceMessage
