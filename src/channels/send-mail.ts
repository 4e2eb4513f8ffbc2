import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js'
import type { Delivery } from '#contract'
import type { MailSettings } from './channel-notification.ts'
import { mailTimeouts } from './mail-pool.ts'

export const mailNotSetUp = 'Mail is not set up. Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM and restart the service.'

/** One message over the operator's SMTP server, within a time; what was given up is not sent later. Never throws. */
export async function sendMail(
  message: SendMailOptions,
  mail: MailSettings,
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<Delivery> {
  const stopped = Promise.withResolvers<Delivery>()
  const limit = AbortSignal.timeout(limitMs)
  const either = AbortSignal.any([signal, limit])
  const stop = (): void => {
    const response = limit.aborted ? 'The mail server took too long.' : 'The service stopped before the mail was sent.'
    stopped.resolve({ outcome: 'retry', response })
  }
  if (either.aborted) stop()
  either.addEventListener('abort', stop)
  try {
    return await Promise.race([overSmtp({ ...message, signal: either }, mail), stopped.promise])
  } finally {
    either.removeEventListener('abort', stop)
  }
}

async function overSmtp(message: SendMailOptions, mail: MailSettings): Promise<Delivery> {
  try {
    const transport = mail.pool ?? createTransport({ url: mail.url, ...mailTimeouts })
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
