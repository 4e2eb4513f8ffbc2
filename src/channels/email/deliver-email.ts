import { writeReason } from '#contract/reasons'
import { alertMessage } from '../alert-message.ts'
import { rejected } from '../channel-notification.ts'
import type { ChannelTools, Deliver, MailSettings, NotificationOf } from '../channel-notification.ts'
import { TemplateRenderer } from '../template-renderer.ts'
import { mailHtml, mailText, mailTitle } from './mail-message.ts'
import { notSetUp } from '../not-set-up.ts'
import { sendMail } from '../send-mail.ts'

/** Shorter than the lease of a claimed notification. */
const maxDeliveryMs = 30_000
const addressPattern = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()\\\p{Cc}]{1,255}$/u
const maxSubjectLength = 200

/** One message to all addresses of the channel over the operator's SMTP server. */
export const deliverEmail: Deliver<'EMAIL'> = async (notification, tools) => {
  if (tools.mail === null) return notSetUp('EMAIL', 'Email is')
  const renderer = new TemplateRenderer(notification, tools.clock.now())
  const addresses = renderer
    .render('address', notification.config.address, 'none')
    .split(',')
    .map((part) => part.trim())
  const wrong = addresses.find((address) => !addressPattern.test(address))
  const problem = renderer.problem ?? (wrong === undefined ? null : writeReason('NOT_AN_ADDRESS', { text: wrong }))
  if (problem) return rejected(problem)
  const message = messageOf(notification, addresses, tools.mail, tools)
  return sendMail(message, tools.mail, { clock: tools.clock, signal: tools.signal, limitMs: maxDeliveryMs })
}

function messageOf(notification: NotificationOf<'EMAIL'>, to: string[], mail: MailSettings, tools: ChannelTools) {
  const { id, facts, threadId } = notification
  const host = URL.parse(tools.publicUrl)?.hostname ?? 'localhost'
  const content = alertMessage(notification)
  const ownThread = content.group.length > 0 ? `group-${id}` : `check-${facts.drillId ?? facts.checkId}`
  const thread = `<${threadId ?? ownThread}@${host}>`
  return {
    from: mail.from,
    to,
    subject: `[Belfry] ${mailTitle(content)}`
      .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
      .slice(0, maxSubjectLength)
      .toWellFormed(),
    text: mailText(content),
    html: mailHtml(content),
    messageId: `<${id}@${host}>`,
    inReplyTo: thread,
    references: thread,
    date: new Date(tools.clock.now()),
    headers: {
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'OOF, AutoReply',
      [`x-${tools.serviceName.toLowerCase()}-notification-id`]: id,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
