import { silentLog } from '#kernel'
import type { Log } from '#kernel'
import { createSelfMetrics } from '../../metrics/self-metrics.ts'
import { subscriberMailerLoop } from '../subscriber-mailer.ts'
import type { SubscriberMailerTools } from '../subscriber-mailer.ts'

export const publicUrl = 'https://belfry.example'

/** The mailer loop of one server, with its metrics. Without a mailbox it has no mail server. */
export function mailerOf(
  { store, clock }: Pick<SubscriberMailerTools, 'store' | 'clock'>,
  mailbox: { readonly port: number } | null,
  log: Log = silentLog,
) {
  const metrics = createSelfMetrics('service')
  const mail = mailbox && { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Belfry <belfry@example.com>' }
  return { metrics, ...subscriberMailerLoop({ store, clock, log, metrics, mailTools: { mail, publicUrl } }) }
}

/** Runs turns until no mail is due. */
export async function sendDueMails(loop: { iteration: () => Promise<number> }): Promise<void> {
  while ((await loop.iteration()) === 0);
}
