import { alertDescription, alertDetails, incidentEvent, webLink } from '../../incident-event.ts'
import type { Preset } from './preset.ts'

/** One alert for a generic webhook source of Rootly, which maps its fields. */
export const rootly: Preset = {
  contentType: 'application/json',
  body: (message) => {
    const { facts } = message
    const { key, isResolved, severity } = incidentEvent(facts)
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
