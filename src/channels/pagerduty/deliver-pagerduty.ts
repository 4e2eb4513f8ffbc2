import type { AlertFacts } from '#contract'
import { alertDetails, incidentEvent, linkList } from '../incident-event.ts'
import { alertMessage } from '../alert-message.ts'
import type { AlertMessage } from '../alert-message.ts'
import { leadText } from '../alert-text.ts'
import { providerEndpoints, rejected } from '../channel-notification.ts'
import type { Deliver } from '../channel-notification.ts'
import { cutText } from '../cut-text.ts'
import { TemplateRenderer } from '../template-renderer.ts'
import { isPermanentRejection, classifyResponse } from '../classify-response.ts'
import { postJson } from '../post-json.ts'

const limits = { summary: 1024, detail: 8000 }

/**
 * One event of PagerDuty's Events API v2: a failure triggers an incident, a recovery resolves that with the same key.
 */
export const deliverPagerduty: Deliver<'PAGERDUTY'> = async (notification, tools) => {
  const renderer = new TemplateRenderer(notification, tools.clock.now())
  const routingKey = renderer.render('serviceKey', notification.config.serviceKey, 'none').trim()
  if (renderer.problem) return rejected(renderer.problem)
  const url = `${(tools.endpoints ?? providerEndpoints).pagerduty}/v2/enqueue`
  const event = { routing_key: routingKey, ...pagerdutyEvent(alertMessage(notification), tools.publicUrl) }
  return classifyResponse(await postJson(tools, url, event), tools.clock.now(), isPermanentRejection)
}

function pagerdutyEvent(message: AlertMessage, publicUrl: string) {
  const { facts, links } = message
  const { key, isResolved, severity } = incidentEvent(facts)
  return {
    event_action: isResolved ? 'resolve' : 'trigger',
    dedup_key: key,
    client: 'Belfry',
    client_url: publicUrl,
    payload: {
      summary: cutText(summaryOf(facts), limits.summary),
      source: facts.sslCheckDomain ?? facts.checkName,
      severity,
      timestamp: facts.startedAt,
      component: facts.checkName,
      class: facts.checkType,
      ...(facts.groupName === '' ? {} : { group: facts.groupName }),
      custom_details: { ...alertDetails(facts), ...errorDetail(facts.checkErrorMessage) },
    },
    ...(links.length === 0 ? {} : { links: linkList(message) }),
  }
}

/** The text displayed on a phone's lock screen. */
function summaryOf(facts: AlertFacts): string {
  const lead = leadText(facts)
  return lead === '' ? facts.alertTitle : `${facts.alertTitle}: ${lead}`
}

const errorDetail = (message: string) => (message === '' ? {} : { Error: cutText(message, limits.detail) })
