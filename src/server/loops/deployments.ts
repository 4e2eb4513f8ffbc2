import { claimPendingDeployments, deleteOldDeployments, runDeployment } from '#deployments'
import type { DeploymentTools } from '#deployments'
import { hourMs } from '#kernel'
import type { Loop } from './run-loop.ts'

/** Each holds a connection for as long as it takes, and two may be of one account. */
const batch = 1
const idleMs = 2_000

/** Carries out the deployments of projects, one after the other. */
export function deploymentLoop(tools: DeploymentTools): Loop {
  let cleanedAt = Number.NEGATIVE_INFINITY
  return {
    name: 'deployments',
    iteration: async () => {
      const pending = await claimPendingDeployments(tools, batch)
      for (const deployment of pending) await runDeployment(tools, deployment)
      if (tools.clock.now() - cleanedAt >= hourMs) {
        cleanedAt = tools.clock.now()
        await deleteOldDeployments(tools)
      }
      return pending.length === batch ? 0 : idleMs
    },
  }
}
