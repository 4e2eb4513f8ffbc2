import { alertDescription, alertDetails, alertEvent, webLink } from '../../alert-event.ts'
import type { Preset } from './preset.ts'

/** One alert for a generic webhook source of Rootly, which maps its fields. */
export const rootly: Preset = {
  contentType: 'application/json',
  body: (message) => {
    const { facts } = message
    const { key, isResolved, severity } = alertEvent(facts)
    return {
      title: facts.alertTitle,
      description: alertDescription(message),
      external_id: key,
      external_url: webLink(message),
      status: isResolved ? 'resolved' : 'triggered',
      severity,
      alert_type: facts.alertType,
      started_at: facts.startedAt,
      tags: facts.tags,
      details: alertDetails(facts),
    }
  },
}
