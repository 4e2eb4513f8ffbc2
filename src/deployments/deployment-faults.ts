import type { DeploymentError } from '#contract'
import { Fault } from '#kernel'
import { nameOf } from './read-request.ts'
import type { Reference } from './references.ts'

/** A fault of one resource as that of the deployment, which names the resource. Throws what is no fault. */
export function rejectionOf(resource: Reference, error: unknown): Fault {
  if (!(error instanceof Fault)) throw error
  const { type, logicalId } = resource
  return new Fault(error.status === 402 ? 'DEPLOYMENT_LIMITED' : 'DEPLOYMENT_REJECTED', {
    values: { resource: nameOf(resource), problem: error.message },
    attributes: { type, logicalId, reason: error.code },
  })
}

/** The error of a deployment that failed for a fault. */
export const errorOfFault = ({ code, message }: Fault): DeploymentError => ({
  code: code === 'DEPLOYMENT_LIMITED' ? 'PLAN_LIMITS_EXCEEDED' : code,
  message,
})
