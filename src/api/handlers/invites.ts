import type { Handlers } from '#contract'
import { Fault } from '#kernel'
import {
  acceptInvite,
  createInvite,
  getInviteOffer,
  inviteLink,
  joinByInvite,
  listInvites,
  renewInvite,
  revokeInvite,
} from '#management'
import type { MadeInvite } from '#management'
import { isWithinLimits, resetSeconds } from '#ratelimit'
import { presentInvite } from '../presenters/invite.ts'
import { presentSignedIn, welcome } from './signed-in.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { limitGuesses } from './limit-guesses.ts'

/** Mails that strangers get because of one account. */
const mails = { requests: 200, seconds: 86_400 }

/** Whether a link is mailed. Throws RATE_LIMITED. */
async function decideMail({ store, accountId, canMail, now }: RequestContext, requested = true): Promise<boolean> {
  if (!canMail || !requested) return false
  if (await isWithinLimits(store.db, [{ ...mails, key: `invite mails of ${accountId}` }], now.getTime())) return true
  const { requests: limit, seconds } = mails
  throw new Fault('RATE_LIMITED', { values: { limit, seconds, retryAfter: resetSeconds(mails, now.getTime()) } })
}

const inviterOf = ({ userId, keyId, sessionId }: RequestContext) => ({
  userId,
  keyId: sessionId === null ? keyId : null,
})

const presentMade = ({ row, token }: MadeInvite, { publicUrl, now }: RequestContext) => ({
  ...presentInvite(row, now),
  link: inviteLink(publicUrl, token),
})

export const inviteHandlers = {
  listInvites: async (_input, context) =>
    (await listInvites(context.store, callerOf(context))).map((row) => presentInvite(row, context.now)),

  createInvite: async ({ body }, context) => {
    const sendMail = await decideMail(context, body.sendMail)
    const invitation = { ...body, sendMail, inviter: inviterOf(context) }
    return presentMade(await createInvite(context.store, callerOf(context), invitation), context)
  },

  renewInvite: async ({ params: { id }, body }, context) => {
    const sendMail = await decideMail(context, body?.sendMail)
    return presentMade(
      await renewInvite(context.store, callerOf(context), { id, sendMail, inviter: inviterOf(context) }),
      context,
    )
  },

  revokeInvite: async ({ params: { id } }, context) => {
    await revokeInvite(context.store, callerOf(context), id)
    return undefined
  },

  getInviteOffer: ({ body: { token } }, { store, now }) => getInviteOffer(store, token, now),

  acceptInvite: async ({ body }, context) => {
    const { email } = await getInviteOffer(context.store, body.token, context.now)
    await limitGuesses(context, email)
    return welcome(context, await acceptInvite(context.store, body, context))
  },

  joinByInvite: async ({ body: { token } }, context) => {
    const { store, userId, now } = context
    await joinByInvite(store, { token, userId, now })
    return presentSignedIn(context, context)
  },
} satisfies Partial<Handlers<RequestContext>>
