import { createTransport } from 'nodemailer'
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js'
import type { Delivery } from '#contract'
import { rejected } from './channel-notification.ts'
import type { ChannelTools, Deliver, MailSettings, NotificationOf } from './channel-notification.ts'
import { Filling } from './filling.ts'
import { mailHtml, mailText } from './mail-message.ts'

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }
/** Whoever claimed the notification holds it for longer than this. */
const longestDeliveryMs = 30_000
const notSetUp = 'Mail is not set up. Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM and restart the service.'
const addressPattern = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()\\\p{Cc}]{1,255}$/u
const longestSubject = 200

/** One message to all addresses of the channel over the operator's SMTP server. */
export const deliverEmail: Deliver<'EMAIL'> = async (notification, tools) => {
  if (tools.mail === null) return rejected(notSetUp)
  const filling = new Filling(notification, tools.now())
  const addresses = filling
    .fill('address', notification.config.address, 'none')
    .split(',')
    .map((part) => part.trim())
  const wrong = addresses.find((address) => !addressPattern.test(address))
  const problem = filling.problem ?? (wrong === undefined ? null : `"${wrong}" is not an email address.`)
  if (problem) return rejected(problem)
  return send(messageOf(notification, addresses, tools.mail, tools), tools.mail, tools.signal)
}

function messageOf(notification: NotificationOf<'EMAIL'>, to: string[], mail: MailSettings, tools: ChannelTools) {
  const { id, facts, threadId } = notification
  const host = URL.parse(tools.publicUrl)?.hostname ?? 'localhost'
  const thread = `<${threadId ?? `check-${facts.checkId}`}@${host}>`
  return {
    from: mail.from,
    to,
    subject: `[Belfry] ${facts.alertTitle}`
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, longestSubject)
      .toWellFormed(),
    text: mailText(facts),
    html: mailHtml(facts),
    messageId: `<${id}@${host}>`,
    inReplyTo: thread,
    references: thread,
    date: new Date(tools.now()),
    headers: {
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'OOF, AutoReply',
      [`x-${tools.serviceName.toLowerCase()}-notification-id`]: id,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

async function send(message: ReturnType<typeof messageOf>, mail: MailSettings, signal: AbortSignal): Promise<Delivery> {
  const stopped = Promise.withResolvers<Delivery>()
  const limit = AbortSignal.timeout(longestDeliveryMs)
  const either = AbortSignal.any([signal, limit])
  const stop = (): void => {
    const response = limit.aborted ? 'The mail server took too long.' : 'The service stopped before the mail was sent.'
    stopped.resolve({ outcome: 'retry', response })
  }
  if (either.aborted) stop()
  either.addEventListener('abort', stop)
  try {
    return await Promise.race([overSmtp(message, mail), stopped.promise])
  } finally {
    either.removeEventListener('abort', stop)
  }
}

async function overSmtp(message: ReturnType<typeof messageOf>, mail: MailSettings): Promise<Delivery> {
  try {
    const transport = createTransport({ url: mail.url, ...timeouts })
    return sentDelivery(await transport.sendMail(message))
  } catch (error) {
    return failedDelivery(error)
  }
}

function sentDelivery(info: SentMessageInfo): Delivery {
  const note = info.rejected.length === 0 ? '' : ` (refused: ${info.rejected.join(', ')})`
  return { outcome: 'sent', response: `${info.response}${note}` }
}

/** SMTP 5xx means that another try will be answered the same (RFC 5321 4.2.1); 4xx and a lost connection may pass. */
function failedDelivery(error: unknown): Delivery {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return { outcome: code >= 500 && code < 600 ? 'rejected' : 'retry', response: message }
}
