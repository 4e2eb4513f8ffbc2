import { allows, lowestRole } from '#contract'
import { Fault } from '#kernel'
import type { MemberManager } from '#management'
import type { RequestContext } from '../request-context.ts'

/** The caller in an account of the key; accounts of others look the same as accounts that do not exist. */
export function callerIn(accountId: string, { grants, now }: RequestContext, access: 'read' | 'admin'): MemberManager {
  const grant = grants.find((one) => one.accountId === accountId.toLowerCase())
  if (grant === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
  // Admission checked the role in the account of the header, which may be another.
  if (!allows(grant.role, access))
    throw new Fault('ROLE_TOO_LOW', { values: { needed: lowestRole[access], role: grant.role } })
  return { ...grant, nowMs: now.getTime() }
}
