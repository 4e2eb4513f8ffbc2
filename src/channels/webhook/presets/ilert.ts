import { alertDescription, alertDetails, incidentEvent, linkList } from '../../incident-event.ts'
import { cutText } from '../../cut-text.ts'
import type { Preset } from './preset.ts'

const maxSummaryLength = 250

/** One event of iLert's event API; RESOLVE resolves the alert with the same `alertKey`. */
export const ilert: Preset = {
  contentType: 'application/json',
  body: (message, { integrationKey }) => {
    const { facts } = message
    const { key, isResolved, severity } = incidentEvent(facts)
    return {
      integrationKey,
      eventType: isResolved ? 'RESOLVE' : 'ALERT',
      summary: cutText(facts.alertTitle, maxSummaryLength),
      details: alertDescription(message),
      alertKey: key,
      priority: severity === 'critical' ? 'HIGH' : 'LOW',
      links: linkList(message),
      customDetails: alertDetails(facts),
    }
  },
}
