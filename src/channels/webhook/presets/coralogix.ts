import { alertDetails, incidentEvent, webLink } from '../../incident-event.ts'
import type { Preset } from './preset.ts'

/** Severities of Coralogix: 3 info, 4 warning, 6 critical. */
const severities = { info: 3, warning: 4, critical: 6 } as const

/** One log entry for `/logs/v1/singles`. */
export const coralogix: Preset = {
  contentType: 'application/json',
  body: (message, { applicationName = 'Belfry', subsystemName = 'checks' }) => {
    const { facts } = message
    const { key, isResolved, severity } = incidentEvent(facts)
    const text = {
      title: facts.alertTitle,
      status: isResolved ? 'resolved' : 'firing',
      alertType: facts.alertType,
      deduplicationKey: key,
      checkErrorMessage: facts.checkErrorMessage,
      resultLink: webLink(message),
      ...alertDetails(facts),
    }
    return [
      {
        timestamp: Date.parse(facts.startedAt),
        applicationName,
        subsystemName,
        severity: severities[severity],
        category: 'alert',
        text,
      },
    ]
  },
}
