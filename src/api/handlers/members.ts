import type { Handlers, MemberResource, MemberUpdateBody } from '#contract'
import type { Caller } from '#kernel'
import { addressLink, listMembers, removeMember, updateMember, withdrawMemberAddress } from '#management'
import type { MemberManager, MemberQuery } from '#management'
import { presentMember, presentMembers } from '../presenters/member.ts'
import type { RequestContext } from '../request-context.ts'
import { callerIn } from './caller-in.ts'
import { callerOf } from './caller-of.ts'
import { decideMail, mailsOfAccount, requesterOf } from './link-mails.ts'

const defaultLimit = 20

type ListQuery = Omit<MemberQuery, 'limit'> & { readonly limit?: number | undefined }

const list = async (context: RequestContext, caller: Caller, query: ListQuery) =>
  presentMembers(
    await listMembers(context.store, caller, { ...query, limit: query.limit ?? defaultLimit }),
    context.now,
  )

const managerOf = (context: RequestContext): MemberManager => ({ ...callerOf(context), role: context.role })

async function update(
  context: RequestContext,
  manager: MemberManager,
  { userId, body }: { readonly userId: string; readonly body: MemberUpdateBody },
): Promise<MemberResource> {
  const { store, canMail, publicUrl, now } = context
  const sendMail = body.email !== undefined && (await decideMail(context, mailsOfAccount(manager)))
  const by = requesterOf(context)
  const { row, token } = await updateMember(store, manager, { ...body, userId, by, sendMail })
  const member = presentMember(row, now)
  if (token === null || member.pendingAddress === null || canMail) return member
  return { ...member, pendingAddress: { ...member.pendingAddress, link: addressLink(publicUrl, token) } }
}

async function withdraw(context: RequestContext, manager: MemberManager, userId: string): Promise<void> {
  await withdrawMemberAddress(context.store, manager, { userId, by: requesterOf(context) })
}

async function remove({ store }: RequestContext, manager: MemberManager, userId: string): Promise<void> {
  await removeMember(store, manager, userId)
}

export const memberHandlers = {
  listOwnMembers: ({ query }, context) => list(context, callerOf(context), query),

  updateOwnMember: ({ params: { userId }, body }, context) => update(context, managerOf(context), { userId, body }),

  removeOwnMember: ({ params }, context) => remove(context, managerOf(context), params.userId),

  withdrawOwnMemberAddress: ({ params: { userId } }, context) => withdraw(context, managerOf(context), userId),

  listMembers: ({ params, query }, context) => list(context, callerIn(params.accountId, context, 'read'), query),

  updateMember: ({ params: { accountId, userId }, body }, context) =>
    update(context, callerIn(accountId, context, 'admin'), { userId, body }),

  removeMember: ({ params: { accountId, userId } }, context) =>
    remove(context, callerIn(accountId, context, 'admin'), userId),
} satisfies Partial<Handlers<RequestContext>>
