import type { OpsgenieConfig } from '#contract'
import { writeReason } from '#contract/reasons'
import { alertDescription, alertDetails, incidentEvent } from '../incident-event.ts'
import { alertMessage } from '../alert-message.ts'
import type { AlertMessage } from '../alert-message.ts'
import { providerEndpoints, rejected } from '../channel-notification.ts'
import type { Deliver } from '../channel-notification.ts'
import { cutText } from '../cut-text.ts'
import { TemplateRenderer } from '../template-renderer.ts'
import { isPermanentRejection, classifyResponse } from '../classify-response.ts'
import { postJson } from '../post-json.ts'

/** Maximum lengths of Opsgenie, which rejects longer values. */
const limits = { message: 130, description: 15_000, note: 25_000, tags: 20, tag: 50, entity: 512 }
const author = { user: 'Belfry', source: 'Belfry' }

/**
 * One request to Opsgenie's Alert API: a failure creates an alert, or is counted on the open one with the same alias; a
 * failure that becomes a degradation adds a note to it; a recovery closes it. A degradation without a failure before
 * creates an alert, since there is none to add a note to.
 */
export const deliverOpsgenie: Deliver<'OPSGENIE'> = async (notification, tools) => {
  const { config } = notification
  const renderer = new TemplateRenderer(notification, tools.clock.now())
  const apiKey = renderer.render('apiKey', config.apiKey, 'none').trim()
  const problem = renderer.problem ?? (/^[!-~]+$/.test(apiKey) ? null : writeReason('OPSGENIE_KEY'))
  if (problem) return rejected(problem)
  const { path, body } = opsgenieRequest(alertMessage(notification), config)
  const url = `${(tools.endpoints ?? providerEndpoints).opsgenie[config.region]}${path}`
  const result = await postJson(tools, url, body, { headers: { authorization: `GenieKey ${apiKey}` } })
  return classifyResponse(result, tools.clock.now(), isPermanentRejection)
}

function opsgenieRequest(message: AlertMessage, config: OpsgenieConfig): { path: string; body: object } {
  const { facts } = message
  const { key, isResolved } = incidentEvent(facts)
  const alias = `/v2/alerts/${encodeURIComponent(key)}`
  const note = cutText(`${facts.alertTitle}\n\n${alertDescription(message)}`, limits.note)
  if (isResolved) return { path: `${alias}/close?identifierType=alias`, body: { ...author, note } }
  if (facts.alertType === 'ALERT_FAILURE_DEGRADED')
    return { path: `${alias}/notes?identifierType=alias`, body: { ...author, note } }
  return { path: '/v2/alerts', body: { ...author, ...newAlert(message, key), priority: config.priority } }
}

const newAlert = (message: AlertMessage, alias: string) => ({
  alias,
  message: cutText(message.facts.alertTitle, limits.message),
  description: cutText(alertDescription(message), limits.description),
  entity: cutText(message.facts.checkName, limits.entity),
  tags: message.facts.tags.slice(0, limits.tags).map((tag) => cutText(tag, limits.tag)),
  details: alertDetails(message.facts),
})
