import { timeOrderedId } from '#kernel'
import {
  deleteReportRecipients,
  findMembersByAddress,
  insertConfirmationMails,
  insertReportRecipients,
  listReportRecipients,
} from '#storage/analytics'
import type { ScheduledReportRow } from '#storage/analytics'
import { notify } from '#storage/database'
import type { Queryable } from '#storage/database'

/** Decides for each address of a stranger whether it may be asked; throws otherwise. */
export type MayConfirm = () => Promise<void>

interface Wanted {
  readonly emails: readonly string[]
  readonly mayConfirm: MayConfirm
  readonly nowMs: number
}

/**
 * Has a report go to these addresses. Those that it has already stay as they are, unsubscribed ones too; new ones of
 * members count at once, others are asked by mail.
 */
export async function replaceRecipients(
  tx: Queryable,
  { accountId, id: reportId }: Pick<ScheduledReportRow, 'accountId' | 'id'>,
  { emails, mayConfirm, nowMs }: Wanted,
): Promise<void> {
  const wanted = new Map(emails.map((email) => [email.toLowerCase(), email]))
  const stored = await listReportRecipients(tx, accountId, reportId)
  const kept = stored.filter(({ email }) => wanted.delete(email.toLowerCase()))
  const gone = stored.filter((recipient) => !kept.includes(recipient)).map(({ id }) => id)
  if (gone.length > 0) await deleteReportRecipients(tx, accountId, gone)
  if (wanted.size === 0) return
  const members = await findMembersByAddress(tx, accountId, [...wanted.keys()])
  const memberOf = new Map(members.map(({ email, userId }) => [email, userId]))
  const now = new Date(nowMs)
  const added = [...wanted].map(([address, email]) => {
    const userId = memberOf.get(address) ?? null
    const isMember = userId !== null
    return {
      accountId,
      reportId,
      id: timeOrderedId(nowMs),
      userId,
      email: isMember ? null : email,
      confirmedAt: isMember ? now : null,
      createdAt: now,
    }
  })
  await insertReportRecipients(tx, added)
  const asked = added.filter(({ userId }) => userId === null).map(({ id }) => id)
  for (const _one of asked) await mayConfirm()
  await insertConfirmationMails(tx, accountId, asked, now)
  await notify(tx, 'report_mails')
}
