import type { AlertmanagerConfig, Delivery } from '#contract'
import { writeReason } from '#contract/reasons'
import { alertMessage } from '../alert-message.ts'
import { rejected } from '../channel-notification.ts'
import type { Deliver } from '../channel-notification.ts'
import { findHeaderProblem, headersOfPairs } from '../given-headers.ts'
import { TemplateRenderer } from '../template-renderer.ts'
import { isPermanentRejection, classifyResponse } from '../classify-response.ts'
import { postJson } from '../post-json.ts'
import { alertsOfFacts, forwardedLabel } from './alerts-of-facts.ts'

/**
 * Posts to every member, as Prometheus does: members of a cluster do not pass alerts on to each other. One that answers is
 * enough, since whatever fires is sent again within a minute.
 */
export const deliverAlertmanager: Deliver<'ALERTMANAGER'> = async (notification, tools) => {
  const { config, facts } = notification
  if (facts.received?.labels[forwardedLabel] !== undefined)
    return { outcome: 'sent', response: writeReason('CAME_FROM_HERE') }
  const renderer = new TemplateRenderer(notification, tools.clock.now())
  const headers = { ...authorization(config, renderer), ...headersOfPairs(config.headers, renderer) }
  const problem = renderer.problem ?? findHeaderProblem(headers)
  if (problem) return rejected(problem)
  const alerts = alertsOfFacts(alertMessage(notification), tools.clock.now())
  const answers = await Promise.all(
    config.urls.map(async (url) => {
      const result = await postJson(tools, addressOf(url), alerts, { headers })
      return { url, delivery: classifyResponse(result, tools.clock.now(), isPermanentRejection) }
    }),
  )
  return merged(answers)
}

/** The base URL may end with a slash, or with the path of the API. */
const addressOf = (url: string): string =>
  `${url.replace(/\/+$/, '').replace(/\/api\/v2(\/alerts)?$/, '')}/api/v2/alerts`

function authorization(config: AlertmanagerConfig, renderer: TemplateRenderer): Record<string, string> {
  const token = renderer.render('bearerToken', config.bearerToken, 'none').trim()
  if (token !== '') return { authorization: `Bearer ${token}` }
  if (config.username === '') return {}
  const password = renderer.render('password', config.password, 'none')
  return { authorization: `Basic ${Buffer.from(`${config.username}:${password}`).toString('base64')}` }
}

interface Answer {
  readonly url: string
  readonly delivery: Delivery
}

/** Sent if one member took it; else tried again, unless all rejected it. */
function merged(answers: readonly Answer[]): Delivery {
  const [only] = answers
  if (answers.length === 1 && only) return only.delivery
  const response = answers.map(({ url, delivery }) => `${new URL(url).host}: ${delivery.response}`).join('; ')
  const find = (outcome: Delivery['outcome']) => answers.find(({ delivery }) => delivery.outcome === outcome)?.delivery
  const delivery = find('sent') ?? find('retry') ?? find('rejected') ?? rejected('No address.')
  return { ...delivery, response }
}
