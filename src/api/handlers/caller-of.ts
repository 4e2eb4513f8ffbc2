import type { Caller } from '#management'
import type { RequestContext } from '../request-context.ts'

/** Who calls, in the words of the verbs. */
export const callerOf = ({ accountId, role, now, planTerms }: RequestContext): Caller => ({
  accountId,
  role,
  nowMs: now.getTime(),
  allowances: planTerms.allowances,
})
