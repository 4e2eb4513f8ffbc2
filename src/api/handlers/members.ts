import { allows, lowestRole } from '#contract'
import type { Handlers } from '#contract'
import { Fault } from '#kernel'
import { listMembers, removeMember, updateMember } from '#management'
import type { Caller, MemberQuery } from '#management'
import { presentMember, presentMembers } from '../presenters/member.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const defaultLimit = 20

/** The caller in an account of the key; what is not is not told apart from what does not exist. */
function callerIn(accountId: string, { grants, now }: RequestContext, access: 'read' | 'admin'): Caller {
  const grant = grants.find((one) => one.accountId === accountId.toLowerCase())
  if (grant === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
  // The gate judged the role in the account of the header, which may be another.
  if (!allows(grant.role, access))
    throw new Fault('ROLE_TOO_LOW', { values: { needed: lowestRole[access], role: grant.role } })
  return { ...grant, nowMs: now.getTime() }
}

type ListQuery = Omit<MemberQuery, 'limit'> & { readonly limit?: number | undefined }

const list = async (context: RequestContext, caller: Caller, query: ListQuery) =>
  presentMembers(
    await listMembers(context.store, caller, { ...query, limit: query.limit ?? defaultLimit }),
    context.now,
  )

export const memberHandlers = {
  listOwnMembers: ({ query }, context) => list(context, callerOf(context), query),

  updateOwnMember: async ({ params, body }, context) =>
    presentMember(await updateMember(context.store, callerOf(context), { userId: params.userId, role: body.role })),

  removeOwnMember: async ({ params }, context) => {
    await removeMember(context.store, callerOf(context), params.userId)
    return undefined
  },

  listMembers: ({ params, query }, context) => list(context, callerIn(params.accountId, context, 'read'), query),

  updateMember: async ({ params, body }, context) => {
    const caller = callerIn(params.accountId, context, 'admin')
    return presentMember(await updateMember(context.store, caller, { userId: params.userId, role: body.role }))
  },

  removeMember: async ({ params }, context) => {
    await removeMember(context.store, callerIn(params.accountId, context, 'admin'), params.userId)
    return undefined
  },
} satisfies Partial<Handlers<RequestContext>>
