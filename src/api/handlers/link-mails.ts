import { Fault } from '#kernel'
import type { Requester } from '#management'
import { isWithinLimits, resetSeconds } from '#ratelimit'
import type { RequestContext } from '../request-context.ts'

/** So many mails that strangers get because of an account, or a person. */
interface MailLimit {
  readonly requests: number
  readonly seconds: number
  readonly key: string
}

const seconds = 86_400

export const mailsOfAccount = ({ accountId }: Pick<RequestContext, 'accountId'>): MailLimit => ({
  requests: 200,
  seconds,
  key: `invite mails of ${accountId}`,
})
export const mailsOfReports = ({ accountId }: Pick<RequestContext, 'accountId'>): MailLimit => ({
  requests: 100,
  seconds,
  key: `report mails of ${accountId}`,
})
export const mailsOfPerson = (userId: string): MailLimit => ({
  requests: 20,
  seconds,
  key: `address mails of ${userId}`,
})

/** Whether a link is mailed. Throws RATE_LIMITED. */
export async function decideMail({ store, canMail, now }: RequestContext, limit: MailLimit): Promise<boolean> {
  if (!canMail) return false
  if (await isWithinLimits(store.db, [limit], now.getTime())) return true
  const retryAfter = resetSeconds(limit, now.getTime())
  throw new Fault('RATE_LIMITED', { values: { limit: limit.requests, seconds, retryAfter } })
}

/** Who asks for a link, which ends with them. */
export const requesterOf = ({ userId, keyId, sessionId }: RequestContext): Requester => ({
  userId,
  keyId: sessionId === null ? keyId : null,
})
