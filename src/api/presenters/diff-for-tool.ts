import type { DeploymentResource, DeploymentResult } from '#contract'
import { knowsType } from '#deployments'

/** The entries of types that the version of the tool knows; undefined: no tool. */
export const entriesForTool = <Entry extends { readonly type: string }>(
  version: string | undefined,
  entries: readonly Entry[],
): Entry[] => entries.filter(({ type }) => knowsType(version, type))

/** A result without the types that the version of the tool does not know. */
export const resultForTool = (version: string | undefined, result: DeploymentResult): DeploymentResult => ({
  ...result,
  diff: entriesForTool(version, result.diff),
})

/** The same of a deployment with its result. */
export const deploymentForTool = (version: string | undefined, deployment: DeploymentResource): DeploymentResource =>
  deployment.result === null ? deployment : { ...deployment, result: resultForTool(version, deployment.result) }
