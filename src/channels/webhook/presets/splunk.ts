import { alertDescription, alertDetails, incidentEvent, webLink } from '../../incident-event.ts'
import { readJsonObject } from '../../read-json-object.ts'
import type { Preset } from './preset.ts'

const messageTypes = { info: 'RECOVERY', warning: 'WARNING', critical: 'CRITICAL' } as const

/** One alert for the REST endpoint of Splunk On-Call; RECOVERY resolves the incident with the same `entity_id`. */
export const splunk: Preset = {
  contentType: 'application/json',
  body: (message) => {
    const { facts } = message
    const { key, severity } = incidentEvent(facts)
    return {
      message_type: messageTypes[severity],
      entity_id: key,
      entity_display_name: facts.alertTitle,
      state_message: alertDescription(message),
      state_start_time: Math.floor(Date.parse(facts.startedAt) / 1000),
      monitoring_tool: 'Belfry',
      alert_url: webLink(message),
      ...alertDetails(facts),
    }
  },
  rejection: (answer) => (readJsonObject(answer)?.['result'] === 'failure' ? 'rejected' : null),
}
