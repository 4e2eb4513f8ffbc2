import type { DeploymentResource, DeploymentResult } from '#contract'

/** Versions of the command line tool before 9 end with an error when a difference has a type that they do not know. */
const firstVersionWithAllTypes = 9
const laterTypes: readonly string[] = ['status-page-component', 'status-page-automation-rule']

/** The entries of types that the version of the tool knows; undefined: no tool. */
export const entriesForTool = <Entry extends { readonly type: string }>(
  version: string | undefined,
  entries: readonly Entry[],
): Entry[] => {
  const knowsAll = version === undefined || !(Number.parseInt(version, 10) < firstVersionWithAllTypes)
  return entries.filter(({ type }) => knowsAll || !laterTypes.includes(type))
}

/** A result without the types that the version of the tool does not know. */
export const resultForTool = (version: string | undefined, result: DeploymentResult): DeploymentResult => ({
  ...result,
  diff: entriesForTool(version, result.diff),
})

/** The same of a deployment with its result. */
export const deploymentForTool = (version: string | undefined, deployment: DeploymentResource): DeploymentResource =>
  deployment.result === null ? deployment : { ...deployment, result: resultForTool(version, deployment.result) }
