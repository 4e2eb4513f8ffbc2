import { alertMessage } from '../alert-message.ts'
import { isPermanentRejection, classifyResponse } from '../classify-response.ts'
import { rejected } from '../channel-notification.ts'
import type { Deliver } from '../channel-notification.ts'
import { postJson } from '../post-json.ts'
import { TemplateRenderer } from '../template-renderer.ts'
import { slackMessage } from '../slack-message.ts'

/**
 * One post to an incoming webhook of Slack. Only 408, 429 and 5xx are retried: all others mean that the webhook is
 * deleted, disabled, or does not accept the message.
 */
export const deliverSlack: Deliver<'SLACK'> = async (notification, tools) => {
  const { config } = notification
  const renderer = new TemplateRenderer(notification, tools.clock.now())
  const url = renderer.renderUrl('url', config.url)
  const channel = renderer.render('channel', config.channel ?? '', 'none').trim()
  if (renderer.problem) return rejected(renderer.problem)
  const message = { ...(channel === '' ? {} : { channel }), ...slackMessage(alertMessage(notification)) }
  const result = await postJson(tools, url, message)
  return classifyResponse(result, tools.clock.now(), isPermanentRejection)
}
