import type { DeploymentResource, ProjectResource } from '#contract'
import type { DeploymentRow, ProjectRow } from '#storage/projects'

/** A project as answers have it. */
export const presentProject = (project: ProjectRow): ProjectResource => ({
  id: project.id,
  logicalId: project.logicalId,
  name: project.name,
  repoUrl: project.repoUrl,
  commitId: project.repoInfo?.commitId ?? null,
  deployedAt: project.deployedAt?.toISOString() ?? null,
  createdAt: project.createdAt.toISOString(),
  updatedAt: project.updatedAt?.toISOString() ?? null,
})

/** A deployment as answers have it. */
export const presentDeployment = (deployment: DeploymentRow): DeploymentResource => ({
  id: deployment.id,
  logicalId: deployment.logicalId,
  status: deployment.status,
  dryRun: false,
  progress: deployment.progress,
  error: deployment.error,
  result: deployment.result,
  createdAt: deployment.createdAt.toISOString(),
  startedAt: deployment.startedAt?.toISOString() ?? null,
  endedAt: deployment.endedAt?.toISOString() ?? null,
  cancelRequestedAt: deployment.cancelRequestedAt?.toISOString() ?? null,
})
