import type { ImportChanges, ImportPlanBody, ImportPlanResource } from '#contract'
import { Fault, isUuid, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import type { Store, Transaction } from '#storage/database'
import {
  commitImported,
  deleteImportPlan,
  findImportPlan,
  findProject,
  insertImportPlan,
  linkImported,
  listImportPlans as listStored,
  lockImportPlan,
  noteAppliedPlan,
  noteCommittedPlan,
  unlinkImported,
} from '#storage/projects'
import type { ImportPlanRow, ProjectRow } from '#storage/projects'
import { liveKeyOf, readLiveState } from '../known-state.ts'
import { keyOf } from '../references.ts'
import { nameOf } from '../read-request.ts'
import { planChanges } from './plan-changes.ts'

async function projectOf({ db }: Store, { accountId }: Caller, logicalId: string): Promise<ProjectRow> {
  const project = await findProject(db, accountId, logicalId)
  if (project === null) throw new Fault('PROJECT_NOT_FOUND')
  return project
}

const maxOpenPlans = 20

export interface NewImport {
  readonly projectLogicalId: string
  readonly body: ImportPlanBody
  /** Of the command line tool that writes the code; undefined for other programs. */
  readonly toolVersion: string | undefined
  /** The plan is not kept. */
  readonly isPreview: boolean
}

/** Plans an import, which changes nothing yet. Throws PROJECT_NOT_FOUND, NOTHING_TO_IMPORT and IMPORT_PLANS_FULL. */
export async function createImportPlan(
  store: Store,
  caller: Caller,
  { projectLogicalId, body, isPreview, toolVersion }: NewImport,
): Promise<ImportPlanResource> {
  const { accountId, nowMs } = caller
  const project = await projectOf(store, caller, projectLogicalId)
  const filter = { accountId, projectId: project.id, onlyUnapplied: false, onlyUncommitted: true }
  if (!isPreview && (await listStored(store.db, filter)).length >= maxOpenPlans)
    throw new Fault('IMPORT_PLANS_FULL', { values: { max: maxOpenPlans } })
  const changes = await planChanges({ store, caller }, { ...body, project, toolVersion })
  const encryptedChanges = store.encryption.encrypt(JSON.stringify(changes))
  const plan = { accountId, projectId: project.id, id: timeOrderedId(nowMs), createdAt: new Date(nowMs) }
  if (!isPreview) await store.db.transaction((tx) => insertImportPlan(tx, { ...plan, encryptedChanges }))
  return { ...presentPlan({ ...plan, encryptedChanges, appliedAt: null, committedAt: null }), changes }
}

const presentPlan = ({ id, createdAt, appliedAt, committedAt }: ImportPlanRow): ImportPlanResource => ({
  id,
  createdAt: createdAt.toISOString(),
  appliedAt: appliedAt?.toISOString() ?? null,
  committedAt: committedAt?.toISOString() ?? null,
})

export interface ImportListing {
  /** Undefined: of all projects. */
  readonly projectLogicalId?: string
  readonly onlyUnapplied: boolean
  readonly onlyUncommitted: boolean
}

/** Import plans without their resources, oldest first. Throws PROJECT_NOT_FOUND. */
export async function listImportPlans(
  store: Store,
  caller: Caller,
  { projectLogicalId, ...filter }: ImportListing,
): Promise<ImportPlanResource[]> {
  const project = projectLogicalId === undefined ? null : await projectOf(store, caller, projectLogicalId)
  const stored = { ...filter, accountId: caller.accountId, projectId: project?.id ?? null }
  return (await listStored(store.db, stored)).map(presentPlan)
}

const notFound = (): Fault => new Fault('IMPORT_PLAN_NOT_FOUND')

/** Throws IMPORT_PLAN_NOT_FOUND. */
export async function getImportPlan(store: Store, { accountId }: Caller, id: string): Promise<ImportPlanResource> {
  const plan = isUuid(id) ? await findImportPlan(store.db, accountId, id.toLowerCase()) : null
  if (plan === null) throw notFound()
  const changes = changesOf(store, plan)
  return { ...presentPlan(plan), ...(changes && { changes }) }
}

/** The cast is safe because they were made by `planChanges`. */
const changesOf = ({ encryption }: Store, { encryptedChanges }: ImportPlanRow) =>
  encryptedChanges === null ? null : (JSON.parse(encryption.decrypt(encryptedChanges)) as ImportChanges)

type Step = (tx: Transaction, plan: ImportPlanRow, resources: readonly Linked[]) => Promise<unknown>

interface Linked {
  readonly type: string
  readonly logicalId: string
  readonly physicalId: string
}

/** A step of a plan, while nothing is deployed to its project. */
const change = (store: Store, { accountId }: Caller, id: string, step: Step): Promise<void> =>
  store.db.transaction(async (tx) => {
    const plan = isUuid(id) ? await lockImportPlan(tx, accountId, id.toLowerCase()) : null
    if (plan === null) throw notFound()
    if (plan.committedAt !== null) throw wrongState('committed', 'It has ended.')
    const { resources = [] } = changesOf(store, plan) ?? {}
    const linked = resources.map(({ type, logicalId, physicalId }) => ({
      type,
      logicalId,
      physicalId: String(physicalId),
    }))
    await step(tx, plan, linked)
  })

const wrongState = (state: string, advice: string): Fault =>
  new Fault('IMPORT_PLAN_STATE', { values: { state, advice } })

/**
 * Links the resources of a plan that still exist to its project. Throws IMPORT_PLAN_NOT_FOUND, IMPORT_PLAN_STATE and
 * IMPORT_RESOURCE_TAKEN.
 */
export async function applyImportPlan(store: Store, caller: Caller, id: string): Promise<ImportPlanResource> {
  await change(store, caller, id, async (tx, plan, resources) => {
    if (plan.appliedAt !== null) throw wrongState('applied already', 'Commit it, or cancel it.')
    const live = await readLiveState(tx, caller.accountId, resources)
    const there = resources.filter((resource) => live.has(liveKeyOf(resource)))
    const linked = new Set((await linkImported(tx, plan, there)).map(keyOf))
    const taken = there.find((resource) => !linked.has(keyOf(resource)))
    if (taken) throw new Fault('IMPORT_RESOURCE_TAKEN', { values: { resource: nameOf(taken) } })
    await noteAppliedPlan(tx, plan, new Date(caller.nowMs))
  })
  return getImportPlan(store, caller, id)
}

/** Makes the resources of an applied plan those of the project. Throws IMPORT_PLAN_NOT_FOUND and IMPORT_PLAN_STATE. */
export async function commitImportPlan(store: Store, caller: Caller, id: string): Promise<ImportPlanResource> {
  await change(store, caller, id, async (tx, plan, resources) => {
    if (plan.appliedAt === null) throw wrongState('not applied yet', 'Apply it first.')
    await commitImported(tx, plan, resources)
    await noteCommittedPlan(tx, plan, new Date(caller.nowMs))
  })
  return getImportPlan(store, caller, id)
}

/** Deletes a plan; resources that it linked are those of no project again. Throws IMPORT_PLAN_NOT_FOUND and IMPORT_PLAN_STATE. */
export const cancelImportPlan = (store: Store, caller: Caller, id: string): Promise<void> =>
  change(store, caller, id, async (tx, plan, resources) => {
    if (plan.appliedAt !== null) await unlinkImported(tx, plan, resources)
    await deleteImportPlan(tx, plan)
  })
