import { alertDescription, alertDetails, incidentEvent, webLink } from '../../incident-event.ts'
import type { Preset } from './preset.ts'

/** One event for an HTTP alert source of incident.io. */
export const incidentio: Preset = {
  contentType: 'application/json',
  body: (message) => {
    const { facts } = message
    const { key, isResolved } = incidentEvent(facts)
    const link = webLink(message)
    return {
      title: facts.alertTitle,
      description: alertDescription(message),
      deduplication_key: key,
      status: isResolved ? 'resolved' : 'firing',
      ...(link === null ? {} : { source_url: link }),
      metadata: {
        alertType: facts.alertType,
        ...(facts.checkResultId === null ? {} : { check_result_id: facts.checkResultId }),
        resultLink: facts.resultLink,
        tags: facts.tags,
        ...alertDetails(facts),
      },
    }
  },
}
