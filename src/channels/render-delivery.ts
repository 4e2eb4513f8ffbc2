import type { ChannelType, RenderedDelivery } from '#contract'
import type { HttpCall } from '#egress'
import type { SendMailOptions } from 'nodemailer'
import { redactionMark, redactor, secretHeaders } from '#redaction'
import { channelImplementations } from './channel-implementations.ts'
import type { ChannelTools, MailSettings, NotificationOf } from './channel-notification.ts'
import { deliver } from './deliver.ts'
import { secretsOfDelivery } from './secrets-of-delivery.ts'

type Mail = NonNullable<RenderedDelivery['mail']>
type Request = RenderedDelivery['requests'][number]

/** Placeholders for settings that are missing: the form of a message does not depend on them. */
const placeholders = {
  from: 'Belfry <belfry@localhost>',
  slackBotToken: 'xoxb-not-set-up',
  twilio: { url: 'https://api.twilio.com', accountSid: 'AC-not-set-up', authToken: 'not-set-up', from: '+10000000000' },
}

/**
 * Renders what `deliver` would send for a notification, by the same code with tools that record instead of sending.
 * Credentials are masked. Requests that depend on responses are rendered for the first attempt only.
 */
export async function renderDelivery<T extends ChannelType>(
  notification: NotificationOf<T>,
  tools: ChannelTools,
): Promise<RenderedDelivery> {
  const { readableText, plainText } = channelImplementations[notification.type]
  const recorded = new RecordedMessages((body) =>
    body === null ? (plainText?.(notification) ?? null) : (readableText?.(body) ?? null),
  )
  const recordingTools = {
    ...tools,
    http: (call: HttpCall) => recorded.request(call),
    mail: recorded.mailSettings(tools.mail?.from ?? placeholders.from),
    slackBotToken: tools.slackBotToken ?? placeholders.slackBotToken,
    twilio: tools.twilio ?? placeholders.twilio,
  }
  const { outcome, response } = await deliver(notification, recordingTools)
  const redact = redactor(secretsOfDelivery(notification, recordingTools))
  const isNothing = recorded.mails.length === 0 && recorded.requests.length === 0
  return {
    problem: isNothing && outcome !== 'sent' ? redact(response) : null,
    mail: recorded.mails[0] ? maskedMail(recorded.mails[0], redact) : null,
    requests: recorded.requests.map((request) => maskedRequest(request, redact)),
  }
}

/** Records the requests and mails instead of sending them. */
class RecordedMessages {
  readonly mails: Mail[] = []
  readonly requests: Request[] = []
  readonly #readableText: (body: string | null) => string | null

  constructor(readableText: (body: string | null) => string | null) {
    this.#readableText = readableText
  }

  request({ method, url, headers, body }: HttpCall) {
    const content = typeof body === 'string' ? body : null
    const text = this.#readableText(content)
    this.requests.push({ method, url, headers: { ...headers }, body: content, ...(text === null ? {} : { text }) })
    const reply = { failure: null, status: 200, headers: {}, body: '{"ok":true}', bytes: Buffer.alloc(0), cut: null }
    return Promise.resolve(reply)
  }

  mailSettings(from: string): MailSettings {
    return { url: 'smtp://localhost', from, pool: { sendMail: (message) => this.#mail(message) } }
  }

  #mail({ to, from, subject, text, html }: SendMailOptions) {
    const recipients = Array.isArray(to) ? to : [to]
    const mail = { from: textOf(from), to: recipients.map(textOf), subject: subject ?? '' }
    this.mails.push({ ...mail, text: textOf(text), html: textOf(html) })
    return Promise.resolve({ rejected: [], response: '250 written down' })
  }
}

/** The parts of an alert mail are strings. */
const textOf = (part: unknown): string => (typeof part === 'string' ? part : '')

type Redact = (text: string) => string

const maskedMail = ({ from, to, subject, text, html }: Mail, redact: Redact): Mail => ({
  from: redact(from),
  to: to.map(redact),
  subject: redact(subject),
  text: redact(text),
  html: redact(html),
})

const maskedRequest = ({ method, url, headers, body, text }: Request, redact: Redact): Request => ({
  method,
  url: redact(url),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskedHeader(name, value, redact)]),
  ),
  body: body === null ? null : redact(body),
  ...(text === undefined ? {} : { text: redact(text) }),
})

/** Signatures are masked, because a signature of a known body allows offline guesses at its secret. */
const maskedHeader = (name: string, value: string, redact: Redact): string =>
  secretHeaders.has(name.toLowerCase()) || name.endsWith('-signature') ? redactionMark : redact(value)
