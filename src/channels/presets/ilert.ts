import { alertDescription, alertDetails, alertEvent, webLink } from '../alert-event.ts'
import { cutText } from '../cut-text.ts'
import type { Preset } from './preset.ts'

const longestSummary = 250

/** One event of iLert's event API; RESOLVE ends what has the same `alertKey`. */
export const ilert: Preset = {
  contentType: 'application/json',
  body: (facts, { integrationKey }) => {
    const { key, isResolved, severity } = alertEvent(facts)
    const link = webLink(facts)
    return {
      integrationKey,
      eventType: isResolved ? 'RESOLVE' : 'ALERT',
      summary: cutText(facts.alertTitle, longestSummary),
      details: alertDescription(facts),
      alertKey: key,
      priority: severity === 'critical' ? 'HIGH' : 'LOW',
      links: link === null ? [] : [{ href: link, text: 'Open the result' }],
      customDetails: alertDetails(facts),
    }
  },
}
