import type { DeploymentResource, DeploymentResult } from '#contract'
import { knowsType } from '#deployments'

/** A result without the types that the version of the tool does not know; undefined: no tool. */
export function resultForTool(version: string | undefined, result: DeploymentResult): DeploymentResult {
  return { ...result, diff: result.diff.filter(({ type }) => knowsType(version, type)) }
}

/** The same of a deployment with its result. */
export const deploymentForTool = (version: string | undefined, deployment: DeploymentResource): DeploymentResource =>
  deployment.result === null ? deployment : { ...deployment, result: resultForTool(version, deployment.result) }
