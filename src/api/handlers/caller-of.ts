import type { Caller } from '#management'
import { dropInName } from '../drop-in.ts'
import type { RequestContext } from '../request-context.ts'

/** Who calls, in the words of the verbs. */
export const callerOf = ({ accountId, role, now, planTerms, serviceName }: RequestContext): Caller => ({
  accountId,
  role,
  nowMs: now.getTime(),
  allowances: planTerms.allowances,
  isDropIn: serviceName === dropInName,
})
