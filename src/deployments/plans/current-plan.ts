import type { DeploymentResult } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import type { DeploymentRequest } from '../deployments.ts'
import { readRequest } from '../read-request.ts'
import { planRequested } from './plan-deployment.ts'

/**
 * The plan as it is now, for a deployment whose plan is stale: without the values of properties, as it is stored in clear.
 * Null: the code cannot be deployed now.
 */
export async function currentPlan(
  store: Store,
  caller: Caller,
  { options: { planToken: _stale, ...options }, ...request }: DeploymentRequest,
): Promise<DeploymentResult | null> {
  const requested = readRequest(request.body, request.validate)
  try {
    const { diff } = await planRequested(store, caller, { ...request, options, requested, detail: 'summary' })
    return { project: null, diff }
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
