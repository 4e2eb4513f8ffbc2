import { alertDescription, alertDetails, incidentEvent, webLink } from '../../incident-event.ts'
import type { Preset } from './preset.ts'

/** GitLab rejects uppercase severities. */
const severities = { info: 'info', warning: 'medium', critical: 'critical' } as const

/** One alert for an HTTP endpoint of GitLab; `end_time` resolves the alert with the same fingerprint. */
export const gitlabAlert: Preset = {
  contentType: 'application/json',
  body: (message, parameters) => {
    const { facts } = message
    const { key, isResolved, severity } = incidentEvent(facts)
    return {
      title: facts.alertTitle,
      description: alertDescription(message),
      ...(isResolved ? { end_time: facts.startedAt } : { start_time: facts.startedAt }),
      service: facts.checkName,
      monitoring_tool: 'Belfry',
      severity: severities[severity],
      fingerprint: key,
      ...parameters,
      result_link: webLink(message),
      details: alertDetails(facts),
    }
  },
}
