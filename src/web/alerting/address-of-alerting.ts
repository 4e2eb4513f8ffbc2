import type { Notification } from './api.ts'

/** The screen of the check, or of the alert of another tool, that a notification is about. */
export const addressOfAlerting = ({ checkId, alertSource }: Pick<Notification, 'checkId' | 'alertSource'>): string =>
  alertSource === undefined ? `/checks/${checkId}` : `/alerts/received/${checkId}`
