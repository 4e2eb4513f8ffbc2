import type { DeploymentResource, DeploymentResult } from '#contract'

/** Versions of the command line tool before 9 end with an error when a difference has a type that they do not know. */
const firstVersionWithAllTypes = 9
const laterTypes: readonly string[] = ['status-page-component', 'status-page-automation-rule']

/** A result without the types that the version of the tool does not know; undefined: no tool. */
export function resultForTool(version: string | undefined, result: DeploymentResult): DeploymentResult {
  if (version === undefined || !(Number.parseInt(version, 10) < firstVersionWithAllTypes)) return result
  return { ...result, diff: result.diff.filter(({ type }) => !laterTypes.includes(type)) }
}

/** The same of a deployment with its result. */
export const deploymentForTool = (version: string | undefined, deployment: DeploymentResource): DeploymentResource =>
  deployment.result === null ? deployment : { ...deployment, result: resultForTool(version, deployment.result) }
