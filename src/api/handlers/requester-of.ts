import type { DeploymentRequester } from '#contract'
import type { RequestContext } from '../request-context.ts'

/** Who requests a deployment, for the audit log. */
export function requesterOf({ keyId, userId, sessionId, visitor, program }: RequestContext): DeploymentRequester {
  const type = sessionId === null ? 'API_KEY' : 'PERSON'
  return { actor: { type, id: keyId, userId }, address: visitor.address, userAgent: program }
}
