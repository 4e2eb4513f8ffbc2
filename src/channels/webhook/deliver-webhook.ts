import { createHmac } from 'node:crypto'
import type { Delivery, WebhookConfig, WebhookMethod } from '#contract'
import type { HttpResult } from '#egress'
import { timeOfId } from '#kernel'
import type { Encoding } from '#templating'
import { alertMessage } from '../alert-message.ts'
import { rejected } from '../channel-notification.ts'
import type { Deliver, NotificationOf } from '../channel-notification.ts'
import { findHeaderProblem, headersOfPairs, maxPartLength } from '../given-headers.ts'
import { TemplateRenderer } from '../template-renderer.ts'
import { classifyResponse, retryDelivery } from '../classify-response.ts'
import { recordMs, timeoutMs } from '../post-json.ts'
import { activePreset, parametersOf, presetBody, presetParameters, defaultContentType } from './preset-content.ts'
import type { Preset } from './presets/index.ts'
import { webhookBody } from './webhook-body.ts'

const goneStatusCode = 410
/**
 * One request to a webhook. The signature is the HMAC-SHA256 of the raw body in hex; the timestamp is when the
 * notification was planned, in epoch milliseconds, and the same for every attempt.
 */
export const deliverWebhook: Deliver<'WEBHOOK'> = async (planned, tools) => {
  const config = { ...planned.config, method: methodOf(planned.config) }
  const notification = { ...planned, config }
  const renderer = new TemplateRenderer(notification, tools.clock.now())
  const preset = activePreset(config)
  const url = requestUrlOf(config, preset, renderer)
  const given = headersOf(config, preset, renderer)
  const moment = { id: notification.id, plannedAtMs: plannedAtMs(notification.id, tools.clock.now()) }
  const contentType = given['content-type'] ?? defaultContentType(config)
  const body = preset
    ? presetBody(preset, alertMessage(notification), presetParameters(config, url, renderer))
    : bodyOf(notification, moment.plannedAtMs, contentType, renderer)
  const secret = renderer.render('webhookSecret', config.webhookSecret ?? '', 'none')
  const problem = renderer.problem ?? findHeaderProblem(given)
  if (problem) return rejected(problem)
  const headers = {
    'user-agent': 'Belfry',
    ...(body === undefined ? {} : { 'content-type': contentType }),
    ...given,
    ...ownHeaders(tools.serviceName, moment, body ?? '', secret),
  }
  const content = body === undefined ? {} : { body }
  const result = await tools.http({
    method: config.method,
    url,
    headers,
    ...content,
    timeoutMs,
    bodyTimeoutMs: bodyTimeoutOf(preset),
    signal: tools.signal,
  })
  return classifyWebhookResponse(result, preset, tools.clock.now())
}

const bodyTimeoutOf = (preset: Preset | null): number => (preset?.rejection ? timeoutMs : recordMs)

/** Channels store the method as it was sent; lowercase and uppercase are equivalent. */
const methodOf = ({ method }: WebhookConfig): WebhookMethod => method.toUpperCase() as WebhookMethod

/** Some products answer 2xx although they did not accept the request. */
function classifyWebhookResponse(result: HttpResult, preset: Preset | null, nowMs: number): Delivery {
  const delivery = classifyResponse(result, nowMs, (status) => status === goneStatusCode)
  if (result.failure || delivery.outcome !== 'sent') return delivery
  const rejection = preset?.rejection?.(result.body) ?? null
  if (rejection === null) return delivery
  if (rejection === 'rejected') return rejected(delivery.response)
  return retryDelivery(result, nowMs, delivery.response, rejection === 'rate limited')
}

/** Query parameters are appended to those of the URL, each encoded once. Those of a preset are put into its body. */
function requestUrlOf(config: WebhookConfig, preset: Preset | null, renderer: TemplateRenderer): string {
  const url = renderer.renderUrl('url', config.url)
  const query = config.queryParameters
    .filter(({ key }) => !(preset && Object.hasOwn(parametersOf(config), key)))
    .map(({ key, value }) => [key, renderer.render(`queryParameters ${key}`, value, 'none', maxPartLength)])
    .map(
      ([key = '', value = '']) =>
        `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
    )
    .join('&')
  if (query === '') return url
  const [address = '', fragment] = url.split('#', 2)
  const joint = address.includes('?') ? '&' : '?'
  return `${address}${joint}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

/** With a preset the content type is that of the preset. */
function headersOf(config: WebhookConfig, preset: Preset | null, renderer: TemplateRenderer): Record<string, string> {
  const headers = headersOfPairs(config.headers, renderer)
  if (preset) delete headers['content-type']
  return headers
}

/** GET and HEAD have no body, DELETE only that of a template. Values are encoded for the content type. */
function bodyOf(
  notification: NotificationOf<'WEBHOOK'>,
  plannedAtMs: number,
  contentType: string,
  renderer: TemplateRenderer,
): string | undefined {
  const { method, template } = notification.config
  if (method === 'GET' || method === 'HEAD') return undefined
  if (template !== null && template !== '') return renderer.render('template', template, encodingOf(contentType))
  return method === 'DELETE' ? undefined : webhookBody(notification, plannedAtMs)
}

function encodingOf(contentType: string): Encoding {
  if (/\bjson\b/i.test(contentType)) return 'json'
  if (/x-www-form-urlencoded/i.test(contentType)) return 'component'
  return /\b(html|xml)\b/i.test(contentType) ? 'html' : 'none'
}

interface Moment {
  readonly id: string
  readonly plannedAtMs: number
}

function ownHeaders(serviceName: string, moment: Moment, body: string, secret: string): Record<string, string> {
  const prefix = `x-${serviceName.toLowerCase()}`
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return {
    [`${prefix}-notification-id`]: moment.id,
    [`${prefix}-timestamp`]: String(moment.plannedAtMs),
    ...(secret === '' ? {} : { [`${prefix}-signature`]: signature }),
  }
}

/** The id of a notification is a uuid v7 created when it was planned; other ids contain no time. */
const plannedAtMs = (id: string, nowMs: number): number => (/^[\da-f]{8}-[\da-f]{4}-7/i.test(id) ? timeOfId(id) : nowMs)
