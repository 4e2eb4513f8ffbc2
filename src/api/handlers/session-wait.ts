import type { SessionWait } from '#reporting'
import type { RequestContext } from '../request-context.ts'

/** How long a request waits for the end of a session, and what ends the wait early. */
export const sessionWait = (
  id: string,
  { maxWaitSeconds }: { readonly maxWaitSeconds?: number },
  { clock, signal }: RequestContext,
): SessionWait => ({ id: id.toLowerCase(), maxWaitSeconds, clock, signal })
