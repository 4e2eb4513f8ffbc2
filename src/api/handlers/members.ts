import type { Handlers } from '#contract'
import { listMembers, removeMember, updateMember } from '#management'
import type { Caller, MemberQuery } from '#management'
import { presentMember, presentMembers } from '../presenters/member.ts'
import type { RequestContext } from '../request-context.ts'
import { callerIn } from './caller-in.ts'
import { callerOf } from './caller-of.ts'

const defaultLimit = 20

type ListQuery = Omit<MemberQuery, 'limit'> & { readonly limit?: number | undefined }

const list = async (context: RequestContext, caller: Caller, query: ListQuery) =>
  presentMembers(
    await listMembers(context.store, caller, { ...query, limit: query.limit ?? defaultLimit }),
    context.now,
  )

export const memberHandlers = {
  listOwnMembers: ({ query }, context) => list(context, callerOf(context), query),

  updateOwnMember: async ({ params, body }, context) =>
    presentMember(
      await updateMember(context.store, callerOf(context), {
        ...body,
        userId: params.userId,
        callerUserId: context.userId,
      }),
    ),

  removeOwnMember: async ({ params }, context) => {
    await removeMember(context.store, callerOf(context), params.userId)
    return undefined
  },

  listMembers: ({ params, query }, context) => list(context, callerIn(params.accountId, context, 'read'), query),

  updateMember: async ({ params, body }, context) => {
    const caller = callerIn(params.accountId, context, 'admin')
    return presentMember(
      await updateMember(context.store, caller, {
        ...body,
        userId: params.userId,
        callerUserId: context.userId,
      }),
    )
  },

  removeMember: async ({ params }, context) => {
    await removeMember(context.store, callerIn(params.accountId, context, 'admin'), params.userId)
    return undefined
  },
} satisfies Partial<Handlers<RequestContext>>
