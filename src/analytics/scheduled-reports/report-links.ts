import { idOfToken } from '#kernel'
import { confirmRecipient, findLinkedRecipient, unsubscribeRecipient } from '#storage/analytics'
import type { LinkedRecipient } from '#storage/analytics'
import type { Store } from '#storage/database'

export const confirmPurpose = 'confirm report'
export const unsubscribePurpose = 'unsubscribe report'

/** The actions of links in mails of reports, with the purposes that their tokens are signed for. */
export const reportLinkActions = { confirm: confirmPurpose, unsubscribe: unsubscribePurpose } as const
export type ReportLinkAction = keyof typeof reportLinkActions

/** `publicUrl` has no trailing slash. */
export const reportLink = (publicUrl: string, purpose: string, token: string): string =>
  `${publicUrl}/pages/reports/${purpose === confirmPurpose ? 'confirm' : 'unsubscribe'}/${token}`

/** The recipient that a link is for; null when it is not valid, or the recipient was removed. */
export async function readReportLink(
  { db, encryption }: Store,
  action: ReportLinkAction,
  token: string,
): Promise<LinkedRecipient | null> {
  const id = idOfToken(encryption, reportLinkActions[action], token)
  return id === null ? null : findLinkedRecipient(db, id)
}

/** Does what a link is for, and answers who it was for; null as for `readReportLink`. Doing it again changes nothing. */
export async function useReportLink(
  store: Store,
  { action, token }: { readonly action: ReportLinkAction; readonly token: string },
  now: Date,
): Promise<LinkedRecipient | null> {
  const recipient = await readReportLink(store, action, token)
  if (recipient === null) return null
  const change = action === 'confirm' ? confirmRecipient : unsubscribeRecipient
  await store.db.transaction((tx) => change(tx, recipient, now))
  return recipient
}
