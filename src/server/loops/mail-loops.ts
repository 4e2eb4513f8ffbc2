import { deliverPlainMail } from '#channels'
import type { Delivery, PlainMail } from '#contract'
import { claimDueReportMails, recordReportMailTry } from '#analytics'
import { claimDueLinkMails, recordLinkMailTry } from '#management'
import { claimDueReaderMails, recordReaderMailTry } from '#publishing'
import { claimDueBlindMails, claimDueLocationMails, recordBlindMailTry, recordLocationMailTry } from '#runs'
import type { Loop } from './run-loop.ts'
import type { SubscriberMailerTools } from './subscriber-mailer.ts'

type Store = SubscriberMailerTools['store']

/** Mails that wait in a table. */
interface WaitingMails<M extends { readonly mail: PlainMail }> {
  readonly name: string
  readonly kindOf: (one: M) => Parameters<SubscriberMailerTools['metrics']['delivered']>[0]
  readonly claim: (
    store: Store,
    claim: typeof claiming & Pick<SubscriberMailerTools, 'languages'> & { nowMs: number; publicUrl: string },
  ) => Promise<M[]>
  readonly record: (store: Store, one: M, delivery: Delivery, nowMs: number) => Promise<void>
  /** How often it is looked whether some are due that nobody announced. */
  readonly idleMs?: number
}

/** The lease is longer than any delivery may take, so that no other process sends while an attempt is running. */
const claiming = { limit: 10, leaseMs: 30_000 }
const usualIdleMs = 2_000
const rareIdleMs = 30_000

/** A crash between sending and recording sends again, with the same message id and the same link. */
const mailLoop =
  <M extends { readonly mail: PlainMail }>({ name, kindOf, claim, record, idleMs = usualIdleMs }: WaitingMails<M>) =>
  ({ store, clock, log, metrics, mailTools, languages }: SubscriberMailerTools): Loop => ({
    name,
    iteration: async () => {
      const { publicUrl } = mailTools
      const pending = await claim(store, {
        ...claiming,
        nowMs: clock.now(),
        publicUrl,
        ...(languages && { languages }),
      })
      await Promise.all(
        pending.map(async (one) => {
          const delivery = await deliverPlainMail(one.mail, { ...mailTools, clock })
          const kind = kindOf(one)
          metrics.delivered(kind, delivery.outcome)
          if (delivery.outcome === 'rejected') log.warn({ kind, response: delivery.response }, 'A mail was rejected')
          await record(store, one, delivery, clock.now())
        }),
      )
      return pending.length > 0 ? 0 : idleMs
    },
  })

/** Invites, and links that confirm new addresses; `link_mails` announces that one is due. */
export const linkMailerLoop = mailLoop({
  name: 'link mails',
  kindOf: ({ kind }) => kind,
  claim: claimDueLinkMails,
  record: recordLinkMailTry,
})

/** Mails about private locations that became unavailable or available. */
export const locationMailerLoop = mailLoop({
  name: 'location mails',
  kindOf: () => 'LOCATION' as const,
  claim: claimDueLocationMails,
  record: recordLocationMailTry,
})

/** Mails about locations that became blind or see again. */
export const blindMailerLoop = mailLoop({
  name: 'blind mails',
  kindOf: () => 'LOCATION' as const,
  claim: claimDueBlindMails,
  record: recordBlindMailTry,
  idleMs: rareIdleMs,
})

/** Reports, and mails that ask whether somebody wants one; `report_mails` announces that one is due. */
export const reportMailerLoop = mailLoop({
  name: 'report mails',
  kindOf: () => 'REPORT' as const,
  claim: claimDueReportMails,
  record: recordReportMailTry,
})

/** Invitations to private status pages, and links that sign their readers in; `reader_mails` announces that one is due. */
export const readerMailerLoop = mailLoop({
  name: 'reader mails',
  kindOf: () => 'READER' as const,
  claim: claimDueReaderMails,
  record: recordReaderMailTry,
})
