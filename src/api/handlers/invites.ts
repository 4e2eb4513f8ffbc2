import type { Handlers } from '#contract'
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
import { presentInvite } from '../presenters/invite.ts'
import { presentSignedIn, welcome } from './signed-in.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { decideMail, mailsOfAccount, requesterOf } from './link-mails.ts'
import { limitGuesses } from './limit-guesses.ts'

/** A link that is mailed proves the address of the person who has it, so that nobody else gets it. */
const presentMade = ({ row, token }: MadeInvite, { canMail, publicUrl, now }: RequestContext) => ({
  ...presentInvite(row, now),
  ...(!canMail && { link: inviteLink(publicUrl, token) }),
})

export const inviteHandlers = {
  listInvites: async (_input, context) =>
    (await listInvites(context.store, callerOf(context))).map((row) => presentInvite(row, context.now)),

  createInvite: async ({ body }, context) => {
    const sendMail = await decideMail(context, mailsOfAccount(context))
    const invitation = { ...body, sendMail, inviter: requesterOf(context) }
    return presentMade(await createInvite(context.store, callerOf(context), invitation), context)
  },

  renewInvite: async ({ params: { id } }, context) => {
    const sendMail = await decideMail(context, mailsOfAccount(context))
    return presentMade(
      await renewInvite(context.store, callerOf(context), { id, sendMail, inviter: requesterOf(context) }),
      context,
    )
  },

  revokeInvite: ({ params: { id } }, context) => revokeInvite(context.store, callerOf(context), id),

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
