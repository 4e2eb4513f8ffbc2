import { alertMessage } from './alert-message.ts'
import { isLastingRefusal, judgeAnswer } from './judge-answer.ts'
import { rejected } from './channel-notification.ts'
import type { Deliver } from './channel-notification.ts'
import { Filling } from './filling.ts'
import { slackMessage } from './slack-message.ts'

const timeoutMs = 10_000

/**
 * One post to an incoming webhook of Slack. Only 408, 429 and 5xx are worth another try: the rest says that the
 * webhook is gone, disabled, or does not take the message.
 */
export const deliverSlack: Deliver<'SLACK'> = async (notification, tools) => {
  const { config } = notification
  const filling = new Filling(notification, tools.now())
  const url = filling.fillUrl('url', config.url)
  const channel = filling.fill('channel', config.channel ?? '', 'none').trim()
  if (filling.problem) return rejected(filling.problem)
  const message = { ...(channel === '' ? {} : { channel }), ...slackMessage(alertMessage(notification)) }
  const result = await tools.http({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Belfry' },
    body: JSON.stringify(message),
    timeoutMs,
    signal: tools.signal,
  })
  return judgeAnswer(result, tools.now(), isLastingRefusal)
}
