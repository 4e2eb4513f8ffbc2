import { alertDetails, incidentEvent, webLink } from '../../incident-event.ts'
import { cutText } from '../../cut-text.ts'
import type { Preset } from './preset.ts'

const severities = { info: 'sev3', warning: 'sev2', critical: 'sev1' } as const
const maxNameLength = 200

/**
 * One incident of Spike, which identifies incidents by their title: so the title is that of the check, not of the
 * event.
 */
export const spikesh: Preset = {
  contentType: 'application/json',
  body: (message) => {
    const { facts } = message
    const { key, isResolved, severity } = incidentEvent(facts)
    return {
      title: `${cutText(facts.checkName, maxNameLength)} (${key})`,
      ...(isResolved ? { status: 'resolve' } : { severity: severities[severity] }),
      body: {
        ...alertDetails(facts),
        Alert: facts.alertTitle,
        Error: facts.checkErrorMessage,
        Result: webLink(message),
      },
    }
  },
}
