// Projects of code: deployments, which make their resources what the code says, in one transaction each, and what
// projects own. Takes callers, projects with payloads, and what validates bodies. Returns differences, or throws faults.
export {
  awaitDeployment,
  awaitProgress,
  cancelDeployment,
  getDeployment,
  previewDeployment,
  startDeployment,
} from './deployments.ts'
export {
  applyImportPlan,
  cancelImportPlan,
  commitImportPlan,
  createImportPlan,
  getImportPlan,
  listImportPlans,
} from './imports/imports.ts'
export { projectDrift } from './plans/project-drift.ts'
export { planDeployment } from './plans/plan-deployment.ts'
export type { Destruction } from './projects.ts'
export { createProject, destroyProject, getProject, listProjects } from './projects.ts'
export { claimPendingDeployments, deleteOldDeployments, runDeployment } from './run-deployment.ts'
export type { DeploymentTools } from './run-deployment.ts'
export type { PayloadProblem, ValidateBody } from './resource-type.ts'
export { knowsType } from './tool-versions.ts'
export { importLists, seenFrom } from './imported-files.ts'
export { countImportedChecks, getImportComparison, keepImportStates } from './source-imports/import-comparison.ts'
export { planSourceImport, startSourceImport } from './source-imports/source-imports.ts'
