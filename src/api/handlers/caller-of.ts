import type { Caller } from '#kernel'
import { dropInName } from '../drop-in.ts'
import type { RequestContext } from '../request-context.ts'

/** The caller of a request, as the verbs take it. */
export const callerOf = ({ accountId, now, planTerms, serviceName }: RequestContext): Caller => ({
  accountId,
  nowMs: now.getTime(),
  allowances: planTerms.allowances,
  isDropIn: serviceName === dropInName,
})
