import type { DeploymentResult, ProjectBody, ProjectResource } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { joinTransaction } from '#storage/database'
import type { Store, Transaction } from '#storage/database'
import {
  deleteProject,
  findOpenDeployment,
  findProject,
  insertProject,
  listProjects as listStored,
  lockProject,
} from '#storage/projects'
import { inProgress } from './deployments.ts'
import { dryTransaction } from './dry-transaction.ts'
import { readKnownState } from './known-state.ts'
import { presentProject } from './present-project.ts'
import { goneResources, removeResources } from './remove-resources.ts'

/** All projects of the account, oldest first. */
export const listProjects = async ({ db }: Store, { accountId }: Caller): Promise<ProjectResource[]> =>
  (await listStored(db, accountId)).map(presentProject)

/** Throws PROJECT_NOT_FOUND. */
export async function getProject({ db }: Store, { accountId }: Caller, logicalId: string): Promise<ProjectResource> {
  const found = await findProject(db, accountId, logicalId)
  if (found === null) throw new Fault('PROJECT_NOT_FOUND')
  return presentProject(found)
}

/** Creates a project without resources. Throws PROJECT_EXISTS. */
export async function createProject(store: Store, caller: Caller, body: ProjectBody): Promise<ProjectResource> {
  const { accountId, nowMs } = caller
  const { logicalId, name, repoUrl = null } = body
  const project = { accountId, id: timeOrderedId(nowMs), logicalId, name, repoUrl, createdAt: new Date(nowMs) }
  const created = await store.db.transaction((tx) => insertProject(tx, project))
  if (created === null) throw new Fault('PROJECT_EXISTS', { values: { logicalId } })
  return presentProject(created)
}

export interface Destruction {
  readonly logicalId: string
  /** Its resources stay, and belong to no project any more. */
  readonly preserves: boolean
  readonly isDry: boolean
  readonly publicUrl: string
}

/**
 * Deletes a project with its resources. Without such a project there is nothing to do. Throws DEPLOYMENT_IN_PROGRESS, and
 * DEPLOYMENT_REJECTED for a resource that something else needs: nothing is deleted then.
 */
export async function destroyProject(
  store: Store,
  caller: Caller,
  destruction: Destruction,
): Promise<DeploymentResult> {
  const { logicalId, isDry } = destruction
  const open = await findOpenDeployment(store.db, caller.accountId, logicalId)
  if (open && !isDry) throw inProgress(open)
  const work = (tx: Transaction): Promise<DeploymentResult> => destroy(tx, store, caller, destruction)
  return isDry ? dryTransaction(store.db, work) : store.db.transaction(work)
}

async function destroy(
  tx: Transaction,
  store: Store,
  caller: Caller,
  { logicalId, preserves, publicUrl }: Destruction,
): Promise<DeploymentResult> {
  const { accountId } = caller
  const project = await lockProject(tx, accountId, logicalId)
  if (project === null) return { project: null, diff: [] }
  const known = await readKnownState(tx, { accountId, project, others: [] })
  const gone = goneResources(known, new Set())
  const tools = { store: joinTransaction(store, tx), caller, publicUrl, startsChecks: false }
  await removeResources(tools, gone, { leaves: true, preserves })
  await removeResources(tools, gone, { leaves: false, preserves })
  await deleteProject(tx, accountId, project.id)
  const action = preserves ? 'DETACHED' : 'DELETE'
  return {
    project: presentProject(project),
    diff: gone.map(({ binding: { type, logicalId: name }, physicalId }) => ({
      type,
      logicalId: name,
      physicalId,
      action,
      changed: true,
    })),
  }
}
