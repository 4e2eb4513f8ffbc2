import type { DeploymentOptions, DeploymentResult, DiffEntry } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import { startChecksAt } from '#storage/checks'
import { notify } from '#storage/database'
import type { Transaction } from '#storage/database'
import { insertProject, lockProject, updateDeployedProject } from '#storage/projects'
import type { ProjectRow } from '#storage/projects'
import { openAdoption } from './adoption/adoption.ts'
import { deployResource } from './deploy-resource.ts'
import type { Deployed, DeploymentState } from './deploy-resource.ts'
import { liveKeyOf, readKnownState } from './known-state.ts'
import type { KnownState } from './known-state.ts'
import { planTokenOf } from './plans/plan-token.ts'
import type { LiveForms } from './plans/read-forms.ts'
import { presentProject } from './present-project.ts'
import { rejectionOf } from './deployment-faults.ts'
import type { RequestedProject } from './read-request.ts'
import { goneResources, removeResources } from './remove-resources.ts'
import type { GoneResource } from './remove-resources.ts'
import type { ResourceTools, ValidateBody } from './resource-type.ts'
import { saveBindings } from './save-bindings.ts'
import { slugsOf } from './slugs-of.ts'

/** Where a deployment happens: all of it in one transaction. */
export interface DeploymentContext {
  readonly tx: Transaction
  /** Their store is part of the transaction. */
  readonly tools: ResourceTools
  readonly validate: ValidateBody
  readonly options: DeploymentOptions
  /** Is called now and then with the share that is done, from 0 to 1. Throws when the deployment must stop. */
  readonly onProgress: (share: number) => Promise<void>
}

/** The outcome of a deployment. */
export interface AppliedDeployment {
  readonly result: DeploymentResult
  readonly project: ProjectRow
  /** Of the state before it. */
  readonly planToken: string
  readonly known: KnownState
  readonly deployed: readonly Deployed[]
  readonly gone: readonly GoneResource[]
  /** Those that it wrote, as they are after it. */
  readonly forms: LiveForms
}

/**
 * Makes the resources of a project what was requested and deletes those it had before, or detaches them. What is already
 * as requested is not written. Throws DEPLOYMENT_REJECTED, DEPLOYMENT_LIMITED and PLAN_STALE; the transaction must be
 * rolled back then.
 */
export async function applyDeployment(
  context: DeploymentContext,
  request: RequestedProject,
): Promise<AppliedDeployment> {
  const { tools, options } = context
  const project = await heldProject(context, request)
  const known = await knownState(context, request, project)
  const planToken = planTokenOf(project, known, tools.store.encryption)
  if ((options.planToken ?? planToken) !== planToken) throw new Fault('PLAN_STALE')
  const state: DeploymentState = {
    known,
    adoption: options.adopts === true ? await openAdoption(tools, { project, known, request }) : null,
    request,
    ids: new Map(),
    slugs: await slugsOf(tools, request),
    digestsOfFiles: new Map(),
  }
  const gone = goneResources(known, request.keys)
  await removeResources(tools, gone, { leaves: true, preserves: options.preserves })
  const deployed = await deployAll(context, state)
  await removeResources(tools, gone, { leaves: false, preserves: options.preserves })
  const forms = await saveBindings(context, { project, state, deployed, gone })
  if (options.schedules) await runAtOnce(context, deployed)
  const after = presentProject(await updated(context, project, request))
  return {
    result: { project: after, diff: diffOf(deployed, gone, options) },
    project,
    planToken,
    known,
    deployed,
    gone,
    forms,
  }
}

function knownState({ tx, tools }: DeploymentContext, { resources }: RequestedProject, project: ProjectRow) {
  const others = resources.flatMap(({ type, physicalId }) => (physicalId === null ? [] : [{ type, physicalId }]))
  return readKnownState(tx, { accountId: tools.caller.accountId, project, others })
}

/** The project, held against other deployments; a new one comes with its first deployment. */
async function heldProject({ tx, tools }: DeploymentContext, { body }: RequestedProject): Promise<ProjectRow> {
  const { accountId, nowMs } = tools.caller
  const { logicalId, name, repoUrl = null } = body.project
  const id = timeOrderedId(nowMs)
  const made = await insertProject(tx, { accountId, id, logicalId, name, repoUrl, createdAt: new Date(nowMs) })
  const project = made ?? (await lockProject(tx, accountId, logicalId))
  if (project === null) throw new Fault('PROJECT_NOT_FOUND')
  return project
}

const reports = 20

async function deployAll(context: DeploymentContext, state: DeploymentState): Promise<Deployed[]> {
  const { resources } = state.request
  const portion = Math.ceil(resources.length / reports)
  const deployed: Deployed[] = []
  for (const [index, resource] of resources.entries()) {
    if (index % portion === 0) await context.onProgress(index / resources.length)
    if (resource.payload === null) state.ids.set(resource.key, referredId(state.known, resource))
    else deployed.push(await deployOne(context, state, resource))
  }
  return deployed
}

async function deployOne(
  context: DeploymentContext,
  state: DeploymentState,
  resource: RequestedProject['resources'][number],
): Promise<Deployed> {
  try {
    return await deployResource(context, state, resource)
  } catch (error) {
    throw rejectionOf(resource, error)
  }
}

/** Throws DEPLOYMENT_REJECTED for what the account does not have. */
function referredId({ live }: KnownState, resource: RequestedProject['resources'][number]): string {
  const physicalId = resource.physicalId ?? ''
  if (live.has(liveKeyOf({ type: resource.type, physicalId }))) return physicalId
  throw new Fault('DEPLOYMENT_REJECTED', {
    values: { resource: `${resource.type} ${physicalId}`, problem: 'There is no such resource in this account.' },
    attributes: { type: resource.type, logicalId: resource.logicalId },
  })
}

async function runAtOnce({ tx, tools }: DeploymentContext, deployed: readonly Deployed[]): Promise<void> {
  const checks = deployed.filter(({ resource, entry }) => resource.type === 'check' && entry.changed)
  if (checks.length === 0) return
  await startChecksAt(
    tx,
    checks.map(({ physicalId }) => physicalId),
    new Date(tools.caller.nowMs),
  )
  await notify(tx, 'schedules')
}

async function updated(
  { tx, tools }: DeploymentContext,
  project: ProjectRow,
  { body, files }: RequestedProject,
): Promise<ProjectRow> {
  const now = new Date(tools.caller.nowMs)
  const { name, repoUrl = null } = body.project
  const repoInfo = body.repoInfo ?? null
  const encryptedFiles = tools.store.encryption.encrypt(JSON.stringify(files))
  await updateDeployedProject(tx, { ...project, name, repoUrl, repoInfo, encryptedFiles, now })
  return { ...project, name, repoUrl, repoInfo, updatedAt: now, deployedAt: now }
}

function diffOf(
  deployed: readonly Deployed[],
  gone: ReturnType<typeof goneResources>,
  { preserves }: DeploymentOptions,
): DiffEntry[] {
  const removed = gone.map(({ binding, physicalId }) => ({
    logicalId: binding.logicalId,
    physicalId,
    type: binding.type,
    action: preserves ? ('DETACHED' as const) : ('DELETE' as const),
    changed: true,
  }))
  return [...deployed.map(({ entry }) => entry), ...removed]
}
