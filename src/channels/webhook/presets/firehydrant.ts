import { alertDescription, alertDetails, incidentEvent, linkList } from '../../incident-event.ts'
import { cutText } from '../../cut-text.ts'
import type { Preset } from './preset.ts'

const levels = { info: 'INFO', warning: 'WARN', critical: 'ERROR' } as const
const maxSummaryLength = 250

/** One event of FireHydrant; CLOSED resolves the event with the same `idempotency_key`. */
export const firehydrant: Preset = {
  contentType: 'application/json',
  body: (message) => {
    const { facts } = message
    const { key, isResolved, severity } = incidentEvent(facts)
    return {
      summary: cutText(facts.alertTitle, maxSummaryLength),
      body: alertDescription(message),
      level: levels[severity],
      status: isResolved ? 'CLOSED' : 'OPEN',
      idempotency_key: key,
      tags: facts.tags,
      annotations: { ...alertDetails(facts), alertType: facts.alertType },
      links: linkList(message),
    }
  },
}
