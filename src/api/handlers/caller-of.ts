import type { Caller } from '#kernel'
import { dropInName } from '../drop-in.ts'
import type { RequestContext } from '../request-context.ts'

/** Who calls, in the words of the verbs. */
export const callerOf = ({ accountId, now, planTerms, serviceName }: RequestContext): Caller => ({
  accountId,
  nowMs: now.getTime(),
  allowances: planTerms.allowances,
  isDropIn: serviceName === dropInName,
})
