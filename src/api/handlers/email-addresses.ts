import { allows, isReachableAddress } from '#contract'
import type { EmailAddress, Handlers } from '#contract'
import {
  addressLink,
  changeEmailAddress,
  confirmEmailAddress,
  getEmailAddress,
  withdrawEmailAddress,
} from '#management'
import { presentPendingAddress } from '../presenters/member.ts'
import type { RequestContext } from '../request-context.ts'
import { limitGuesses } from './limit-guesses.ts'
import { decideMail, mailsOfPerson } from './link-mails.ts'

async function present({ store, userId, canMail, now }: RequestContext): Promise<EmailAddress> {
  const { email, pending } = await getEmailAddress(store, userId)
  const receivesMail = canMail && email !== null && isReachableAddress(email)
  return { email, receivesMail, pendingAddress: presentPendingAddress(pending, now) }
}

export const emailAddressHandlers = {
  getEmailAddress: (_input, context) => present(context),

  changeEmailAddress: async ({ body }, context) => {
    const { store, userId, sessionId, grants, canMail, publicUrl, now } = context
    if (userId !== null && body.currentPassword !== undefined) await limitGuesses(context, userId)
    const sendMail = userId !== null && (await decideMail(context, mailsOfPerson(userId)))
    const token = await changeEmailAddress(store, { ...body, userId, sessionId, sendMail, nowMs: now.getTime() })
    const answer = await present(context)
    // Anyone who gets the link could confirm an address that is not theirs.
    const mayPassOn = !canMail && grants.some(({ role }) => allows(role, 'admin'))
    if (token === null || answer.pendingAddress === null || !mayPassOn) return answer
    return { ...answer, pendingAddress: { ...answer.pendingAddress, link: addressLink(publicUrl, token) } }
  },

  withdrawEmailAddress: (_input, { store, userId }) => withdrawEmailAddress(store, userId),

  confirmEmailAddress: async ({ body: { token } }, { store, now }) => ({
    email: await confirmEmailAddress(store, token, now),
  }),
} satisfies Partial<Handlers<RequestContext>>
