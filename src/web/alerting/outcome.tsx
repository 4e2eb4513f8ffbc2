import { BellOff, Check, Clock, OctagonAlert } from 'lucide-react'
import { texts } from '../strings/index.ts'
import { reasonText } from '../strings/reason-text.ts'
import type { Notification } from './api.ts'

const icons: Readonly<Record<Notification['status'], typeof Check>> = {
  SUCCESS: Check,
  IN_PROGRESS: Clock,
  RATE_LIMITED: Clock,
  FAILURE: OctagonAlert,
  SILENCED: BellOff,
}

/** A picture of whether somebody was notified, for places where its word stands beside it. */
export function OutcomeIcon({ status }: { readonly status: Notification['status'] }) {
  const Icon = icons[status]
  return <Icon className={`ic s${status === 'FAILURE' ? ' fail' : ''}`} aria-hidden="true" />
}

/** The response of the receiver, or why nobody was notified. */
export const whyOf = ({ silenceReason, notificationResult }: Notification): string =>
  silenceReason ? texts.alerts.silence[silenceReason] : reasonText(notificationResult ?? '').slice(0, 300)
