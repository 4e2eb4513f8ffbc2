import type { SendMailOptions } from 'nodemailer'
import type { SentMessageInfo } from 'nodemailer/lib/smtp-transport/index.js'
import type { Delivery } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Clock } from '#kernel'
import type { MailSettings } from './channel-notification.ts'
import { loadNodemailer, mailTimeouts } from './mail-pool.ts'

export interface MailLimits {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly limitMs: number
}

/**
 * Sends one message over the operator's SMTP server within `limitMs`; an aborted mail is not sent later. Never throws.
 */
export async function sendMail(
  message: SendMailOptions,
  mail: MailSettings,
  { clock, signal, limitMs }: MailLimits,
): Promise<Delivery> {
  const stopped = Promise.withResolvers<Delivery>()
  const limit = clock.timeLimit(limitMs)
  const either = AbortSignal.any([signal, limit])
  const stop = (): void => {
    const response = limit.aborted ? writeReason('MAIL_TOO_SLOW') : writeReason('MAIL_NOT_SENT')
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
    const transport = mail.pool ?? (await loadNodemailer()).createTransport({ url: mail.url, ...mailTimeouts })
    return sentDelivery(await transport.sendMail(message))
  } catch (error) {
    return failedDelivery(error)
  }
}

function sentDelivery(info: Pick<SentMessageInfo, 'response' | 'rejected'>): Delivery {
  const note = info.rejected.length === 0 ? '' : ` (rejected: ${info.rejected.join(', ')})`
  return { outcome: 'sent', response: `${info.response}${note}` }
}

/**
 * SMTP has no code for rate limiting: servers answer 4xx with a text, for example Amazon SES `454 Throttling failure`.
 */
const rateLimitPattern =
  /throttl|rate.?limit|sending rate|too (?:many|much) (?:mail|message|email|connection|recipient)|4\.7\.28/i

/** SMTP 5xx is permanent (RFC 5321 4.2.1); 4xx and a lost connection are temporary. */
function failedDelivery(error: unknown): Delivery {
  const response = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  if (code >= 500 && code < 600)
    return { outcome: 'rejected', response, ...(isMailboxGone(error, code) ? { isMailboxGone: true } : {}) }
  const isRateLimited = code >= 400 && code < 500 && rateLimitPattern.test(response)
  return { outcome: 'retry', response, ...(isRateLimited ? { isRateLimited } : {}) }
}

/** Bad, moved and disabled mailboxes (RFC 3463 3.2 and 3.3). */
const missingMailboxStatus = /\b5\.(1\.(1|2|3|6|10)|2\.1)\b/
const enhancedStatus = /\b5\.\d{1,3}\.\d{1,3}\b/
/** Servers without enhanced codes reject senders, relaying and suspected spam with the same numbers. */
const otherReasons = /relay|spam|block|black|denied|policy|sender|auth|reputation|rbl|banned|dmarc|spf/i

/** Whether the recipient was rejected because the mailbox does not exist. */
function isMailboxGone(error: unknown, code: number): boolean {
  if (!(error instanceof Error && 'command' in error && error.command === 'RCPT TO')) return false
  const answer = 'response' in error ? String(error.response) : error.message
  if (enhancedStatus.test(answer)) return missingMailboxStatus.test(answer)
  return (code === 550 || code === 551 || code === 553) && !otherReasons.test(answer)
}
