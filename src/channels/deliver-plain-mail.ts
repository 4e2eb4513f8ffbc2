import type { Delivery, PlainMail } from '#contract'
import { redactor } from '#redaction'
import type { ChannelTools } from './channel-notification.ts'
import { recordedResponse } from './recorded-response.ts'
import { plainMailHtml, plainMailText } from './plain-mail.ts'
import { secretsOfMail } from './secrets-of-delivery.ts'
import { notSetUp } from './not-set-up.ts'
import { sendMail } from './send-mail.ts'

/** Shorter than the lease of a claimed mail. */
const maxDeliveryMs = 15_000
const maxSubjectLength = 200

export type PlainMailTools = Pick<ChannelTools, 'mail' | 'publicUrl' | 'clock'>

/**
 * One attempt to mail one recipient, with the headers for one-click unsubscription where there is one (RFC 2369, RFC 8058). Does not throw
 * for failures of the mail server. An attempt in progress is not aborted when the service stops, because it would be
 * unknown whether the mail was sent.
 */
export async function deliverPlainMail(mail: PlainMail, tools: PlainMailTools): Promise<Delivery> {
  if (tools.mail === null) return notSetUp('EMAIL', 'Email is')
  const limits = { clock: tools.clock, signal: new AbortController().signal, limitMs: maxDeliveryMs }
  const delivery = await sendMail(messageOf(mail, tools.mail.from, tools), tools.mail, limits)
  const redact = redactor([
    ...secretsOfMail(tools.mail),
    ...(mail.unsubscribeUrl === undefined ? [] : [mail.unsubscribeUrl, mail.manageUrl ?? '', mail.button.url]),
  ])
  return { ...delivery, response: recordedResponse(redact(delivery.response)) }
}

function messageOf(mail: PlainMail, from: string, tools: PlainMailTools) {
  const host = URL.parse(tools.publicUrl)?.hostname ?? 'localhost'
  const thread = mail.threadId === null ? {} : { references: `<${mail.threadId}@${host}>` }
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, maxSubjectLength)
      .toWellFormed(),
    text: plainMailText(mail),
    html: plainMailHtml(mail),
    messageId: `<${mail.id}@${host}>`,
    ...thread,
    date: new Date(tools.clock.now()),
    headers: {
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'OOF, AutoReply',
      ...(mail.unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
